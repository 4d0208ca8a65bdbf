# SPDX-License-Identifier: Apache-2.0
"""Rewrites of the intermediate representation; the order stands in `pipeline`."""
