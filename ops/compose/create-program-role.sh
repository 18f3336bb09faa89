#!/bin/sh
# Creates the role of DATABASE_URL, once, with the database. The migrations grant its rights.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$PROGRAM_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role tanren_program login password :'password';
SQL
