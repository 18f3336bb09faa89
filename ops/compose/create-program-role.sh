#!/bin/sh
# Once, when the database is made: the role of DATABASE_URL. The migrations grant it what it needs.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$PROGRAM_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role tanren_program login password :'password';
SQL
