# SPDX-License-Identifier: Apache-2.0
"""`python -m golden`, the same as the command `golden`."""

import sys

from golden.cli import main

if __name__ == "__main__":
    sys.exit(main())
