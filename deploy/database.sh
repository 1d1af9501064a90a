#!/bin/sh
# Run once by the image of PostgreSQL, when its data folder is new.
set -eu
psql --username "$POSTGRES_USER" --dbname paipu \
  --set admin_password="$(cat /run/secrets/admin_password)" \
  --set api_password="$(cat /run/secrets/api_password)" \
  --file /paipu/database.sql
