# SPDX-License-Identifier: Apache-2.0
"""Kernels made by chance: valid ones with their meaning in NumPy, and wrong ones."""
