"""Interphyre (sankaranv/interphyre): its levels and rules."""
