"""What the pages share: their frame, their forms, and who looks at them."""
