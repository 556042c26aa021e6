"""Searching by the direct adapters that the pinned release publishes: the strict modes' only way out.

``published`` reads the adapters from the routing file, ``wording`` fills their templates, ``asking`` says what the one
exchange keeps to, ``reading`` makes hits of its answer, by one module for each service.
"""
