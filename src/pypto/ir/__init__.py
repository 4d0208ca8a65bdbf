# SPDX-License-Identifier: Apache-2.0
"""Types, nodes, operation table, printer and verifier: what every stage shares."""
