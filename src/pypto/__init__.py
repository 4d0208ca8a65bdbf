# SPDX-License-Identifier: Apache-2.0
"""Goldtile's kernel language, its compiler and its CPU device.

    import pypto.language as pl

``__goldtile__`` tells this package from other distributions that install a package of the same name.
"""

__version__ = "0.1.0"
__goldtile__ = True
