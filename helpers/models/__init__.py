"""Floor 2: layers, encoder and decoder, put together from the kernels."""
