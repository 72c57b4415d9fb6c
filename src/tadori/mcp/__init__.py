"""The MCP server: eleven tools a client AI can research with. It parses, calls `tadori.service` and answers."""
