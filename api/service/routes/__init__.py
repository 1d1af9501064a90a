"""What each route does; `api.service.router` says which route that is."""
