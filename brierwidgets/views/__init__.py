"""What a person looks at: one chart, table or sentence a file. `brierwidgets/__init__.pyi` lists those for users."""
