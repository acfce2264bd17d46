"""Training networks by self-play: `sandmandala train`. PyTorch is needed for learning alone."""
