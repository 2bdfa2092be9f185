import { stat, statfs } from 'node:fs/promises'
import type pg from 'pg'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'

const GB = 1024 ** 3
const LEAST_FREE_BYTES = GB / 2
const LITTLE_FREE_BYTES = 2 * GB
/** A day, and two hours for a backup that takes longer than the one before. */
const BACKUP_HOURS = 26

/** Checks the free space for the data folder: local mails and, if embedded, the database. */
export async function checkDisk(dataDir: string, isEmbedded: boolean): Promise<Finding[]> {
  const name = 'storage.data-folder'
  // The folder is made at the first start; before that, the disk of the current folder is checked.
  const disk = await statfs(dataDir).catch(() => statfs('.'))
  const findings = [judgeFreeSpace(name, disk.bavail * disk.bsize)]
  if (!isEmbedded) {
    findings.push(
      skipped(
        'storage.database-disk',
        "The free space of the database's disk cannot be seen from here: let its own monitoring raise an alarm.",
      ),
    )
  }
  return findings
}

export function judgeFreeSpace(name: string, freeBytes: number): Finding {
  const what = `${(freeBytes / GB).toFixed(1)} GB are free.`
  if (freeBytes < LEAST_FREE_BYTES) return failed(name, what, 'Make room now: writes will fail.')
  if (freeBytes < LITTLE_FREE_BYTES) return warning(name, what, 'Make room soon.')
  return ok(name, what)
}

interface Archiver {
  mode: string
  /**
   * Seconds since the last segment was archived and since the last failure; null if there was none.
   */
  archived: number | null
  failed: number | null
  hasFailedSince: boolean
}

/**
 * Checks backups by a file that the backup's job touches after each success, or by PostgreSQL's own
 * archiving if no file is set. Whether a backup can be restored is only known after a restore.
 */
export async function checkBackups(client: pg.Client, file: string | null): Promise<Finding[]> {
  if (file) return [await checkBackupFile(file)]
  const { rows } = await client.query<Archiver>(
    `select current_setting('archive_mode') as mode,
       extract(epoch from now() - last_archived_time)::float8 as archived,
       extract(epoch from now() - last_failed_time)::float8 as failed,
       coalesce(last_failed_time > last_archived_time, last_failed_time is not null)
         as "hasFailedSince"
     from pg_stat_archiver`,
  )
  return [judgeArchiver(rows[0])]
}

const NAME = 'storage.backups'

async function checkBackupFile(file: string): Promise<Finding> {
  const found = await stat(file).catch(() => null)
  const todo = 'Look why the backup did not run, and that it touches the file when it succeeds.'
  if (!found) return failed(NAME, 'The file of BACKUP_CHECK is not there.', todo)
  const hours = (Date.now() - found.mtimeMs) / 3_600_000
  const what = `The last backup succeeded ${hours.toFixed(1)} hours ago, as BACKUP_CHECK says.`
  return hours > BACKUP_HOURS ? failed(NAME, what, todo) : ok(NAME, what)
}

export function judgeArchiver(archiver: Archiver | undefined): Finding {
  if (!archiver || archiver.mode === 'off') {
    return warning(
      NAME,
      'It cannot be seen from here whether the database is backed up.',
      'Let the backup touch a file when it succeeds and name that file in BACKUP_CHECK; where your provider makes the backups, look there.',
    )
  }
  const { archived, hasFailedSince } = archiver
  if (hasFailedSince) {
    return failed(NAME, "PostgreSQL's last attempt to archive failed.", "Read PostgreSQL's log.")
  }
  if (archived === null) {
    return failed(
      NAME,
      'archive_mode is on, and nothing was archived yet.',
      'Check archive_command, and try it with select pg_switch_wal().',
    )
  }
  const minutes = Math.round(archived / 60)
  return ok(NAME, `PostgreSQL archived ${minutes} minutes ago; restore it somewhere to be sure.`)
}
