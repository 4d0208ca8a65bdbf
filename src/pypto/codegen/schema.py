# SPDX-License-Identifier: Apache-2.0
"""The versions of the documents of build folders that this package writes and reads."""

SCHEMA = 1
"""That of `program.json`."""

HOST_SCHEMA = 2
"""That of `distributed_meta.json`."""
