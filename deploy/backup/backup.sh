#!/bin/sh
# backup.sh full|incr: makes a backup, checks it, and touches the file of BACKUP_CHECK, by which
# `npm run doctor` sees that backups succeed. Run as the account of PostgreSQL.
set -eu

kind=${1:-}
stanza=${STANZA:-foyer}
config=${PGBACKREST_CONFIG:-/etc/pgbackrest.conf}
check=${BACKUP_CHECK:-/var/lib/foyer/last-backup}

case $kind in
  full | incr) ;;
  *)
    echo "Usage: backup.sh full|incr" >&2
    exit 2
    ;;
esac
if ! command -v pgbackrest > /dev/null; then
  echo "pgBackRest is not installed: apt-get install -y pgbackrest" >&2
  exit 2
fi

pgbackrest --config="$config" --stanza="$stanza" --type="$kind" backup
touch "$check"
