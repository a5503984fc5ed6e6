"""The shadow beside the engine, which alone says what is right; and contests in the shadow."""
