"""What the pages about files show: uploads, downloads, previews, analyses."""
