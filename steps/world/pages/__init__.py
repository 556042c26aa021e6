"""Pages as publishers make them."""
