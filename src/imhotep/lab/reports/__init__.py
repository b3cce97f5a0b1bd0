"""What the lab found, to be read and looked at: tables, pictures, pages for the browser."""
