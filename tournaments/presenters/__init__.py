"""What the pages made of many games show: words, pictures, links onward."""
