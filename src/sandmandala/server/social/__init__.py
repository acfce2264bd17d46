"""What people do with each other: following friends, talking at tables, reporting to the host."""
