"""The deadlines of a round's turns (H5), a stream beside each round."""
