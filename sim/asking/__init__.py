"""What questions and answers are made of; the questions themselves are in `sim.questions`."""
