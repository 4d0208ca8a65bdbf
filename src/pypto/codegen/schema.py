# SPDX-License-Identifier: Apache-2.0
"""The version of `program.json` that this package writes and reads."""

SCHEMA = 1
