#!/bin/sh
# Run once by the image of PostgreSQL, as its user, when its data folder is new.
set -eu
# By themselves, so that a password that cannot be read ends this, and does not become an empty one.
admin="$(cat /run/secrets/admin_password)"
api="$(cat /run/secrets/api_password)"
psql --username "$POSTGRES_USER" --dbname paipu \
  --set admin_password="$admin" --set api_password="$api" --file /paipu/database.sql
