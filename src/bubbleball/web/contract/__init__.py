"""Everything that the server sends to the page, field by field.

`scripts/page_types.py` writes the page's types from these classes and from `requests`.
"""
