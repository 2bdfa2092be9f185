#!/bin/sh
# Runs once, when the database is made: an account that owns its database and is no superuser.
# It may create roles, so that Foyer works as one that cannot bypass row security.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/database_password)" \
  --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
create role foyer login createrole nosuperuser nocreatedb nobypassrls password :'password';
create database foyer owner foyer;
SQL
