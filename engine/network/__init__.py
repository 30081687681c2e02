"""Networks as evaluations: file format, quantised reference, compiled inference. Games are known by their kernels only."""
