"""The API's views, by topic; each parses the request, calls a service, and shows the result."""
