import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '@foyer/db'
import { startEmbeddedPostgres } from '@foyer/db/embedded'
import pg from 'pg'
import { administer, openCluster, urlOf } from './cluster.ts'
import { until } from './until.ts'

const execute = promisify(execFile)

/** A migrated database on a server of its own, and a standby that follows it by streaming replication. */
export interface Replicated {
  url: string
  replicaUrl: string
  role: string | null
  /** The owner's connections to the primary and, as a superuser, to the standby. */
  pool: pg.Pool
  standby: pg.Pool
  /** Resolves once the standby is up and shows what is committed now. */
  caughtUp(): Promise<void>
  /** Kills the standby as a power cut would; it starts again by itself. */
  killStandby(): Promise<void>
  close(): Promise<void>
}

const DATABASE = 'foyer_replicated'

export async function startReplicated(): Promise<Replicated> {
  const cluster = await openCluster(undefined)
  await administer(cluster.adminUrl, `create database ${DATABASE}`)
  const url = urlOf(cluster.adminUrl, DATABASE)
  const { role } = await migrate(url)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-standby-'))
  await chmod(folder, 0o755)
  const dataDir = await copyServer(cluster.adminUrl, folder)
  const server = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 200 })
  const replicaUrl = server.urlFor(DATABASE)
  const [pool, standby] = [url, replicaUrl].map((address) => {
    const made = new pg.Pool({ connectionString: address, max: 4 })
    made.on('error', () => {})
    return made
  })
  if (!pool || !standby) throw new Error('There are two addresses')

  return {
    url,
    replicaUrl,
    role,
    pool,
    standby,
    async caughtUp() {
      const { rows } = await pool.query('select pg_current_wal_insert_lsn() as lsn')
      const hasReached = async () => {
        const reached = await standby.query('select pg_last_wal_replay_lsn() >= $1 as is', [
          rows[0].lsn,
        ])
        return reached.rows[0].is === true
      }
      // It may still be starting.
      await until(() => hasReached().catch(() => false), Boolean)
    },
    async killStandby() {
      const { rows } = await standby.query(
        `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer as pid`,
      )
      process.kill(rows[0].pid, 'SIGKILL')
    },
    async close() {
      await Promise.all([pool.end(), standby.end()])
      await server.stop()
      await rm(folder, { recursive: true, force: true })
      await cluster.stop()
    },
  }
}

/**
 * Copies a running server's data into a folder, as a standby of it. The packages of the embedded
 * PostgreSQL have no pg_basebackup; on one machine copying the files between the start and the stop of a
 * backup is the same.
 */
async function copyServer(adminUrl: string, folder: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query(`select current_setting('data_directory') as path`)
    const from: string = rows[0].path
    const cluster = join(folder, 'postgres')
    await client.query(`select pg_backup_start('standby', fast => true)`)
    await execute('cp', ['-a', from, cluster])
    await execute('cp', ['-a', join(dirname(from), 'postgres.password'), folder])
    const stopped = await client.query('select labelfile from pg_backup_stop()')
    const { uid, gid } = await stat(cluster)
    const write = async (name: string, text: string, flag = 'w') => {
      await writeFile(join(cluster, name), text, { flag, mode: 0o600 })
      await chown(join(cluster, name), uid, gid)
    }
    await write('backup_label', stopped.rows[0].labelfile)
    await write('standby.signal', '')
    const { hostname, port, username, password } = new URL(adminUrl)
    const source = `host=${hostname} port=${port} user=${username} password=${password}`
    await write('postgresql.auto.conf', `\nprimary_conninfo = '${source}'\n`, 'a')
    await rm(join(cluster, 'postmaster.pid'), { force: true })
    return folder
  } finally {
    await client.end()
  }
}
