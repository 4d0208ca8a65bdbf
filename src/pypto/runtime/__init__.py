# SPDX-License-Identifier: Apache-2.0
"""Building, loading and dispatching compiled programs on the CPU device."""
