# SPDX-License-Identifier: Apache-2.0
"""Kernel source and printed programs -> typed IR. The only reader of Python's `ast`."""
