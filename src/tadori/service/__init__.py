"""What faces call: tasks, libraries, engines, filters, the doctor; `clients/` is for a client AI over MCP."""
