# SPDX-License-Identifier: Apache-2.0
"""The commands of `golden`, one file each; every `run` takes the parsed options and gives the exit status."""
