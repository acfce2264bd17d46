"""Training networks by self-play: `sandmandala train`. Only learning needs PyTorch."""
