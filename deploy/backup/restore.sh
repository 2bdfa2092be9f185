#!/bin/sh
# restore.sh --into <empty folder> [--to <time>] [--port <port>]: restores the database of Foyer to a moment
# ('2026-11-28 14:05:00+00'; without --to, to the end of the archive) and leaves PostgreSQL running there, on
# 127.0.0.1 alone. It changes neither the backups nor the old data folder. Run as the account of PostgreSQL.
set -eu

stanza=${STANZA:-foyer}
config=${PGBACKREST_CONFIG:-/etc/pgbackrest.conf}
into=
to=
port=5433
while [ $# -gt 1 ]; do
  case $1 in
    --into) into=$2 ;;
    --to) to=$2 ;;
    --port) port=$2 ;;
    *) break ;;
  esac
  shift 2
done
if [ $# -gt 0 ] || [ -z "$into" ]; then
  echo "Usage: restore.sh --into <empty folder> [--to '2026-11-28 14:05:00+00'] [--port 5433]" >&2
  exit 2
fi
if ! command -v pgbackrest > /dev/null; then
  echo "pgBackRest is not installed: apt-get install -y pgbackrest" >&2
  exit 2
fi
if [ -n "$(ls -A "$into" 2> /dev/null)" ]; then
  echo "$into is not empty: name a new folder. Nothing was changed." >&2
  exit 2
fi

mkdir -p "$into"
chmod 700 "$into"
# Kept if a step fails, because it says why.
log=$into.log
: > "$log"
if [ -n "$to" ]; then
  set -- --type=time --target="$to" --target-action=promote
else
  set -- --type=default
fi
if ! pgbackrest --config="$config" --stanza="$stanza" --pg1-path="$into" "$@" restore >> "$log" 2>&1; then
  echo "No backup was restored: $(grep -m 1 ERROR "$log" | sed 's/.*ERROR: *//'). Nothing else was changed; the log is $log." >&2
  exit 1
fi

bin=${PG_BIN:-/usr/lib/postgresql/$(cat "$into/PG_VERSION")/bin}
# Without archiving: what happens here must not mix with the archive that it came from. The log has to name
# a WAL file that the archive lacks.
PGBACKREST_LOG_LEVEL_CONSOLE=info "$bin/pg_ctl" -D "$into" -l "$log" -t 3600 -w start -o "-p $port -c archive_mode=off \
  -c listen_addresses=127.0.0.1 -c unix_socket_directories='$(dirname "$into")'" > /dev/null 2>&1 || true

ask() {
  "$bin/psql" -h "$(dirname "$into")" -p "$port" -U postgres -d postgres -Atc "$1" 2> /dev/null
}
# It accepts reads before it has replayed the archive.
while [ "$(ask 'select pg_is_in_recovery()')" != f ]; do
  if ! "$bin/pg_ctl" -D "$into" status > /dev/null 2>&1; then
    missing=$(sed -n 's/.*unable to find \([0-9A-F]\{24\}\) in the archive.*/\1/p' "$log" | tail -n 1)
    end=$(sed -n 's/.*last completed transaction was at log time //p' "$log" | tail -n 1)
    if [ -n "$missing" ]; then
      echo "The archive has no WAL file $missing, so the database can't be restored to $to, only to ${end:-the end of the backup}. It was not opened; backups and old data are as they were. Name an earlier time, or find the file." >&2
    else
      echo "PostgreSQL did not start on the restored data: $(grep -E 'FATAL|PANIC' "$log" | tail -n 1 | sed 's/.*\(FATAL\|PANIC\): *//'). Backups and old data are as they were; the log is $log." >&2
    fi
    exit 1
  fi
  sleep 0.2
done
end=$(sed -n 's/.*last completed transaction was at log time //p' "$log" | tail -n 1)
echo "Restored into $into, up to ${end:-the end of the backup}. PostgreSQL listens on 127.0.0.1:$port."
