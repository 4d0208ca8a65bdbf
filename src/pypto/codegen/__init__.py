# SPDX-License-Identifier: Apache-2.0
"""Spelling: the intermediate representation as `.pto` text, orchestration C++ and `program.json`."""
