import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** What a PostgreSQL server has used since its start. */
export interface PostgresUsage {
  /** The sum over all its processes; null if /proc does not show it. */
  cpuSeconds: number | null
  walBytes: number
}

/** `getconf CLK_TCK`, which is 100 on every Linux. */
const TICKS_A_SECOND = 100

/** Reads what the server of `pool` has used; the server runs on this machine. */
export async function postgresUsage(pool: pg.Pool): Promise<PostgresUsage> {
  const { rows } = await pool.query<{ bytes: string; folder: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes,
       current_setting('data_directory') as folder`,
  )
  const [{ bytes, folder } = { bytes: '0', folder: '' }] = rows
  return { cpuSeconds: await cpuSecondsOf(folder), walBytes: Number(bytes) }
}

async function cpuSecondsOf(folder: string): Promise<number | null> {
  try {
    const main = Number.parseInt(await readFile(join(folder, 'postmaster.pid'), 'utf8'), 10)
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const stats = await Promise.all(pids.map((pid) => statOf(pid).catch(() => null)))
    const ticks = stats.flatMap((stat) => {
      if (stat?.pid === main) return stat.own + stat.ended
      return stat?.parent === main ? stat.own : []
    })
    return ticks.reduce((sum, each) => sum + each, 0) / TICKS_A_SECOND
  } catch {
    return null
  }
}

/** Clock ticks of a process, and of its children that have ended. */
async function statOf(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name, in parentheses, may contain anything.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { pid: Number(pid), parent, own: user + system, ended: endedUser + endedSystem }
}
