"""The step definitions, one module a subject: what is published, what is asked, what the web holds, and the judging.

Steps speak to each other through the ``scene`` fixture alone. Every module here is loaded for our features and for
nobody else's.
"""
