import { execFile } from 'node:child_process'
import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CommandError } from '@foyer/testkit/command'
import pg from 'pg'

const execute = promisify(execFile)
const DEPLOY = fileURLToPath(new URL('../../deploy/backup/', import.meta.url))
const DEBIAN = '/usr/lib/postgresql'
const PASSWORD = 'drill'
const INSTALL = 'apt-get install -y postgresql-15 pgbackrest'

interface Account {
  uid: number
  gid: number
}

/** What a program printed and how it ended. */
export interface Ran {
  code: number
  output: string
}

/**
 * A PostgreSQL of Debian's packages that archives with pgBackRest, set up from the files in
 * `deploy/backup`, in a folder of its own.
 */
export class ArchivedPostgres {
  readonly folder: string
  readonly port: number
  readonly #bin: string
  readonly #account: Account | undefined

  /** @throws CommandError with the line that installs what is missing. */
  static async create(folder: string, port: number): Promise<ArchivedPostgres> {
    const versions = await readdir(DEBIAN).catch(() => [])
    const version = versions
      .filter((name) => Number(name) >= 15)
      .sort()
      .at(-1)
    const hasBackRest = await execute('pgbackrest', ['version']).then(
      () => true,
      () => false,
    )
    if (!version || !hasBackRest) {
      throw new CommandError(`PostgreSQL or pgBackRest is not installed. As root: ${INSTALL}`)
    }
    const postgres = new ArchivedPostgres(
      folder,
      port,
      join(DEBIAN, version, 'bin'),
      process.getuid?.() === 0 ? await accountOfPostgres() : undefined,
    )
    await postgres.#setUp()
    return postgres
  }

  private constructor(folder: string, port: number, bin: string, account: Account | undefined) {
    this.folder = folder
    this.port = port
    this.#bin = bin
    this.#account = account
  }

  get data(): string {
    return join(this.folder, 'data')
  }

  get repository(): string {
    return join(this.folder, 'repository')
  }

  get lastBackup(): string {
    return join(this.folder, 'last-backup')
  }

  urlOn(port: number): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
  }

  /** Runs a program as PostgreSQL's account. */
  async run(file: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
    const options = {
      ...this.#account,
      cwd: '/',
      env: {
        PATH: process.env.PATH,
        LC_ALL: 'C',
        PGBACKREST_CONFIG: join(this.folder, 'pgbackrest.conf'),
        BACKUP_CHECK: this.lastBackup,
        PG_BIN: this.#bin,
        ...env,
      },
    }
    try {
      const { stdout, stderr } = await execute(file, args, options)
      return { code: 0, output: `${stdout}${stderr}`.trim() }
    } catch (error) {
      if (!(error instanceof Error && 'stderr' in error && 'stdout' in error)) throw error
      const code = 'code' in error && typeof error.code === 'number' ? error.code : 1
      return { code, output: `${error.stdout}${error.stderr}`.trim() }
    }
  }

  /** As {@link run}, for what must succeed. */
  async must(file: string, ...args: string[]): Promise<string> {
    const { code, output } = await this.run(file, args)
    if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}: ${output}`)
    return output
  }

  backup(kind: 'full' | 'incr'): Promise<string> {
    return this.must(join(DEPLOY, 'backup.sh'), kind)
  }

  /** Restores into a new folder; without `to`, to the end of the archive. */
  restore(
    into: string,
    port: number,
    { to, env }: { to?: Date; env?: Record<string, string> },
  ): Promise<Ran> {
    const args = ['--into', into, '--port', String(port)]
    if (to) args.push('--to', to.toISOString().replace('T', ' ').replace('Z', '+00'))
    return this.run(join(DEPLOY, 'restore.sh'), args, env)
  }

  stop(data: string, mode: 'fast' | 'immediate'): Promise<Ran> {
    return this.run(join(this.#bin, 'pg_ctl'), ['-D', data, '-m', mode, '-w', 'stop'])
  }

  /** The configuration for a copy of the backups in `repository`. */
  async configFor(repository: string): Promise<string> {
    const file = `${repository}.conf`
    const text = await readFile(join(this.folder, 'pgbackrest.conf'), 'utf8')
    await writeFile(file, text.replace(/^repo1-path=.*$/m, `repo1-path=${repository}`))
    return file
  }

  /** Ends the present WAL file and waits until it is in the archive. Returns its name. */
  async archiveNow(): Promise<string> {
    const client = new pg.Client({ connectionString: this.urlOn(this.port) })
    await client.connect()
    try {
      const { rows } = await client.query<{ name: string }>(
        'select pg_walfile_name(pg_current_wal_lsn()) as name',
      )
      const name = rows[0]?.name ?? ''
      await client.query('select pg_switch_wal()')
      for (;;) {
        const { rows: archived } = await client.query(
          'select from pg_stat_archiver where last_archived_wal >= $1',
          [name],
        )
        if (archived.length > 0) return name
        await client.query('select pg_sleep(0.05)')
      }
    } finally {
      await client.end()
    }
  }

  async #setUp(): Promise<void> {
    for (const name of ['.', 'repository', 'log', 'lock', 'spool', 'socket']) {
      await mkdir(join(this.folder, name), { recursive: true })
      if (this.#account) {
        await chown(join(this.folder, name), this.#account.uid, this.#account.gid)
      }
    }
    const password = join(this.folder, 'password')
    await writeFile(password, PASSWORD)
    await this.must(
      join(this.#bin, 'initdb'),
      ...[`--pgdata=${this.data}`, '--username=postgres', `--pwfile=${password}`],
      ...['--auth-local=trust', '--auth-host=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8'],
      '--data-checksums',
    )
    const socket = join(this.folder, 'socket')
    const template = await readFile(join(DEPLOY, 'pgbackrest.conf'), 'utf8')
    const own: Record<string, string> = {
      'repo1-path': this.repository,
      'log-path': join(this.folder, 'log'),
      'lock-path': join(this.folder, 'lock'),
      'spool-path': join(this.folder, 'spool'),
      'pg1-path': this.data,
      'pg1-port': String(this.port),
      'pg1-socket-path': socket,
    }
    const config = join(this.folder, 'pgbackrest.conf')
    await writeFile(config, replaceValues(template, own))
    const archive = (await readFile(join(DEPLOY, 'postgresql-archive.conf'), 'utf8')).replace(
      'pgbackrest ',
      `pgbackrest --config=${config} `,
    )
    await writeFile(
      join(this.data, 'postgresql.auto.conf'),
      `${archive}
listen_addresses = '127.0.0.1'
port = ${this.port}
unix_socket_directories = '${socket}'
shared_buffers = '128MB'
`,
    )
    await this.must(
      join(this.#bin, 'pg_ctl'),
      ...['-D', this.data, '-l', join(this.folder, 'log/postgres.log'), '-w', 'start'],
    )
    const stanza = [`--config=${config}`, '--stanza=foyer']
    await this.must('pgbackrest', ...stanza, 'stanza-create')
    await this.must('pgbackrest', ...stanza, 'check')
  }
}

function replaceValues(template: string, values: Record<string, string>): string {
  let text = template
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name}=.*$`, 'm')
    if (!line.test(text)) throw new Error(`deploy/backup/pgbackrest.conf has no ${name}`)
    text = text.replace(line, `${name}=${value}`)
  }
  return text
}

async function accountOfPostgres(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const [, , uid, gid] = lines.find(([name]) => name === 'postgres') ?? []
  if (!uid || !gid) throw new CommandError(`There is no account "postgres". As root: ${INSTALL}`)
  return { uid: Number(uid), gid: Number(gid) }
}
