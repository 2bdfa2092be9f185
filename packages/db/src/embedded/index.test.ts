/** @module-tag night */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBinaries } from './binaries.ts'
import { findHome } from './home.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres, visitEmbeddedPostgres } from './index.ts'
import { findProcess, readIfPresent, waitUntil } from './processes.ts'
import { freePort, launch } from './server.ts'

const lockFile = 'postgres/postmaster.pid'
const isRoot = process.getuid?.() === 0
let parent: string
let dataDir: string

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'foyer with a space-'))
  // If it were closed to others, PostgreSQL's account could not enter it when the test runs as
  // root.
  await chmod(parent, 0o755)
})

afterAll(() => rm(parent, { recursive: true, force: true }))

describe('a data folder over several starts', () => {
  beforeAll(async () => {
    dataDir = join(parent, 'data')
    await withDatabase(async (database) => {
      await query(database.url, 'create table note (text text)')
      await query(database.url, "insert into note values ('kept')")
    })
  })

  it('keeps its data and its secrets between two starts', async () => {
    await withDatabase(async (database) => {
      expect(await query(database.url, 'select text from note')).toEqual([{ text: 'kept' }])
    })
    const { mode } = await stat(join(dataDir, 'postgres.password'))
    expect(mode & 0o777).toBe(0o600)
  })

  it('is joined if its server runs, and started for a visit if not', async () => {
    const text = 'select text from note'
    await withDatabase(async (database) => {
      const visit = await visitEmbeddedPostgres(dataDir)
      expect(visit.url).toBe(database.url)
      await visit.stop()
      expect(await query(database.url, text)).toEqual([{ text: 'kept' }])
    })
    const visit = await visitEmbeddedPostgres(dataDir)
    expect(await query(visit.url, text)).toEqual([{ text: 'kept' }])
    await visit.stop()
    await expect(query(visit.url, text)).rejects.toThrow('ECONNREFUSED')
    const elsewhere = join(parent, 'nothing here')
    await expect(visitEmbeddedPostgres(elsewhere)).rejects.toThrow('There is no database in')
    expect(await readIfPresent(elsewhere)).toBeUndefined()
  })

  it('listens on the loopback address only, in UTC, with UTF-8 text', async () => {
    await withDatabase(async ({ url, urlFor, port }) => {
      const shown = async (setting: string) =>
        Object.values((await query(url, `show ${setting}`))[0])
      expect(await shown('listen_addresses')).toEqual(['127.0.0.1'])
      expect(await shown('unix_socket_directories')).toEqual([''])
      expect(await shown('timezone')).toEqual(['UTC'])
      expect(await shown('server_encoding')).toEqual(['UTF8'])
      await query(url, 'create database "a b"')
      expect(await query(urlFor('a b'), 'select current_database() as name')).toEqual([
        { name: 'a b' },
      ])
      const guess = `postgres://postgres:guess@127.0.0.1:${port}/postgres`
      await expect(query(guess, 'select 1')).rejects.toThrow('password authentication failed')
    })
  })

  it('refuses a second owner, and the first one continues', async () => {
    await withDatabase(async ({ url }) => {
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
        `Another Foyer (process ${process.pid}) is running`,
      )
      expect(await query(url, 'select text from note')).toHaveLength(1)
    })
  })

  it('shuts the server down when its owner is killed, and starts again with the data', async () => {
    const owner = await startInAnotherProcess()
    const serverPid = Number.parseInt(await readFile(join(dataDir, lockFile), 'utf8'), 10)
    expect(await findProcess(serverPid)).toBeDefined()
    owner.kill('SIGKILL')
    expect(await waitUntil(async () => !(await findProcess(serverPid)), 10)).toBe(true)
    await expectDataKept()
  })

  it('stops a server without an owner before it starts its own', async () => {
    const home = await findHome(dataDir)
    const orphan = await launch(home, await findBinaries(home.account, () => {}), {
      listen_addresses: '127.0.0.1',
      port: await freePort(),
      unix_socket_directories: '',
    })
    const isReady = async () =>
      (await readIfPresent(join(dataDir, lockFile)))?.includes('ready') ?? false
    expect(await waitUntil(isReady, 10)).toBe(true)
    const progress = await expectDataKept()
    expect(progress).toContain('Stopping the database of the last run, which was cut off')
    expect(orphan.exitCode).toBe(0)
  })

  it('starts despite a lock file and an owner’s mark whose process numbers others have now', async () => {
    const bystander = spawn('sleep', ['60'])
    try {
      await writeFile(
        join(dataDir, lockFile),
        `${bystander.pid}\n${join(dataDir, 'postgres')}\n1700000000\n`,
      )
      await writeFile(join(dataDir, 'postgres.owner'), `${bystander.pid}\nan earlier boot\n`)
      await expectDataKept()
      expect(bystander.exitCode).toBeNull()
    } finally {
      bystander.kill()
    }
  })

  it('says what to do about a database of another major version', async () => {
    const versionFile = join(dataDir, 'postgres', 'PG_VERSION')
    const version = await readFile(versionFile, 'utf8')
    await writeFile(versionFile, '17\n')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /made by PostgreSQL 17, .* comes with PostgreSQL 18, .* which you install apart from Foyer/,
    )
    await writeFile(versionFile, version)
  })

  it('shows the log if the server does not start, and releases the folder', async () => {
    await withDatabase(async ({ port }) => {
      const other = join(parent, 'other')
      const start = (attempt: number | undefined) =>
        startEmbeddedPostgres({ dataDir: other, durable: false, port: attempt })
      await expect(start(port)).rejects.toThrow(/could not be started[\s\S]*Address already in use/)
      await (await start(undefined)).stop()
    })
  })
})

describe('a server that ends by itself', () => {
  const pidOf = async () =>
    Number.parseInt((await readIfPresent(join(dataDir, lockFile))) ?? '', 10)
  /** Waits until it has gone: a server that is being killed may still answer. */
  const killServer = async () => {
    const pid = await pidOf()
    process.kill(pid, 'SIGKILL')
    expect(await waitUntil(async () => !(await findProcess(pid)), 10)).toBe(true)
  }
  const answers = ({ url }: EmbeddedPostgres) =>
    query(url, 'select text from note').then(
      (rows) => rows.length === 1,
      () => false,
    )

  beforeAll(async () => {
    dataDir = join(parent, 'killed')
    await withDatabase(async ({ url }) => {
      await query(url, "create table note as select 'kept' as text")
      await query(url, 'checkpoint')
    })
  })

  it('is started again at the same address with its data, and says so', async () => {
    const progress = await withDatabase(async (database) => {
      const before = await pidOf()
      await killServer()
      expect(await waitUntil(() => answers(database), 20)).toBe(true)
      expect(await pidOf()).not.toBe(before)
    })
    expect(progress).toContain('The database has ended by itself (SIGKILL).')
    expect(progress).toContain('The database was started again.')
  })

  it('is given up with a sentence if it cannot be started any more', async () => {
    const lost: Error[] = []
    const database = await startEmbeddedPostgres({
      dataDir,
      durable: false,
      onLost: (error) => lost.push(error),
    })
    const control = join(dataDir, 'postgres/global/pg_control')
    await rename(control, `${control}.aside`)
    await killServer()
    expect(await waitUntil(() => lost.length > 0, 25)).toBe(true)
    expect(lost[0]?.message).toMatch(/^The database has ended and cannot be started again\. /)
    await database.stop()
    await rename(`${control}.aside`, control)
  }, 40_000)

  it('is given up if it ends again and again', async () => {
    const lost: Error[] = []
    const database = await startEmbeddedPostgres({
      dataDir,
      durable: false,
      onLost: (error) => lost.push(error),
    })
    // An end during a restart counts as a failed start, so the number of kills is not known.
    const isLost = async () => {
      if (lost.length === 0 && (await answers(database))) await killServer()
      return lost.length > 0
    }
    expect(await waitUntil(isLost, 50)).toBe(true)
    expect(lost[0]?.message).toContain('It ended 4 times within 10 minutes.')
    await database.stop()
  }, 60_000)

  it('is not started again after a call of stop', async () => {
    const progress = await withDatabase(async () => {})
    expect(progress).toEqual([])
    expect(await pidOf()).toBeNaN()
  })
})

describe.runIf(isRoot)('a data folder that only root may enter', () => {
  let elsewhere: string

  beforeAll(async () => {
    dataDir = join(parent, 'closed', 'data')
    await mkdir(join(parent, 'closed'), { mode: 0o700 })
    await withDatabase(({ url }) => query(url, 'create table note (text text)'))
    elsewhere = (await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim()
  })

  afterAll(() => rm(elsewhere, { recursive: true, force: true }))

  it('has its database in another folder, and finds it again', async () => {
    expect(elsewhere).toMatch(/foyer\/database-/)
    await withDatabase(async ({ url }) => {
      expect(await query(url, 'select text from note')).toEqual([])
    })
  })

  it('does not make an empty database in place of a lost one', async () => {
    await rm(elsewhere, { recursive: true })
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('is no longer there')
  })
})

async function withDatabase(
  use: (database: EmbeddedPostgres) => Promise<unknown>,
): Promise<string[]> {
  const progress: string[] = []
  const onProgress = (text: string) => progress.push(text)
  const database = await startEmbeddedPostgres({ dataDir, durable: false, onProgress })
  try {
    await use(database)
  } finally {
    await database.stop()
  }
  return progress
}

async function expectDataKept(): Promise<string[]> {
  return withDatabase(async ({ url }) => {
    expect(await query(url, 'select text from note')).toEqual([{ text: 'kept' }])
  })
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts the database from a Node process that can be killed without killing the tests. */
async function startInAnotherProcess(): Promise<ChildProcess> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('index.ts', import.meta.url))}
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false })
    setInterval(() => {}, 1000)
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface({ input: child.stdout }), 'line')
  return child
}
