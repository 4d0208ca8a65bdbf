# SPDX-License-Identifier: Apache-2.0
# code: parameter-form
"""A kernel's parameters are tensors, scalars and arrays, each with a name and a type.

Name every parameter; leave out * and **.
"""

import pypto.language as pl


@pl.jit
def kernel(*tensors):  # E:5 UF [parameter-form] kernel takes * or ** parameters
    return tensors
