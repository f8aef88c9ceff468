"""What `run.py` is made of; Python's standard library only."""
