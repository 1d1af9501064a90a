-- The roles and logins of a house's database, before it is migrated first. As the server's superuser, in the database:
--   psql --set admin_password="$(cat admin)" --set api_password="$(cat api)" --file deploy/database.sql paipu
\set ON_ERROR_STOP on
CREATE ROLE paipu_owner NOLOGIN;
CREATE ROLE paipu_service NOLOGIN;
CREATE ROLE paipu_admin LOGIN PASSWORD :'admin_password';
CREATE ROLE paipu_api LOGIN PASSWORD :'api_password';
GRANT paipu_owner TO paipu_admin;
GRANT paipu_service TO paipu_api;
ALTER DATABASE paipu OWNER TO paipu_admin;
