#!/bin/sh
# Runs once, when the database is new: Hub's role owns the database, may create the roles of its row-level security, and is no
# superuser, which would bypass it. It is not named `hub`, as the schema is that keeps the list of migrations: PostgreSQL would create the
# tables there.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --set password="$HUB_DATABASE_PASSWORD" <<'SQL'
create role hub_owner login createrole nosuperuser password :'password';
create database hub owner hub_owner encoding 'UTF8';
SQL
