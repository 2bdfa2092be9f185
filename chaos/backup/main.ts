/**
 * `npm run backup:drill`: a PostgreSQL that archives with pgBackRest as `deploy/backup` sets it up, Foyer on
 * it, and buyers; a full and an incremental backup, the loss of the data folder, and a restore to a moment
 * in between. Compares what is there with what was acknowledged. What it proves: docs/reliability.md.
 */
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { migrate } from '@foyer/db'
import { Builder } from '@foyer/testkit/builder'
import { runCommand } from '@foyer/testkit/command'
import pg from 'pg'
import { FoyerProcess } from '../foyer-process.ts'
import { freePort } from '../ports.ts'
import { ArchivedPostgres, type Ran } from './archived-postgres.ts'
import { Buyers } from './buyers.ts'
import { type Comparison, compare } from './compare.ts'

const execute = promisify(execFile)
const AUDIT = fileURLToPath(new URL('../../apps/server/src/audit/main.ts', import.meta.url))
const ACKNOWLEDGED_EACH = 150

let passed = 0
let failed = 0
function check(name: string, isGood: boolean, figures: string): void {
  if (isGood) passed += 1
  else failed += 1
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${name.padEnd(38)} ${figures}`)
}

const secondsOf = async <T>(act: () => Promise<T>): Promise<[T, string]> => {
  const begunAt = performance.now()
  const result = await act()
  return [result, `${((performance.now() - begunAt) / 1000).toFixed(1)} s`]
}

const describe = ({ until, lost, after, early, later }: Comparison) =>
  `acknowledged before ${until}, lost ${lost}; sent after ${after}, there ${early}; rows made after ${later}`

async function openShop(started: AsyncDisposableStack, postgres: ArchivedPostgres, folder: string) {
  const url = postgres.urlOn(postgres.port)
  await migrate(url)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  const build = new Builder(pool)
  await build.tenant({ slug: 'main', isDefault: true })
  const event = await build.event({ capacity: null, types: [{ priceMinor: 0 }] })
  await pool.end()
  const logFile = join(folder, 'foyer.log')
  const dataDir = join(folder, 'foyer')
  const server = new FoyerProcess(
    { port: await freePort(), databaseUrl: url, dataDir, logFile },
    () => {},
  )
  started.defer(() => server.close())
  await server.untilUp()
  return { server, buyers: new Buyers(server.url, event, join(folder, 'journal.jsonl')) }
}

/** What `npm run audit` says of a database, and whether it agrees. */
async function audit(url: string): Promise<Ran> {
  const env = { PATH: process.env.PATH, DATABASE_URL: url, LOG_LEVEL: 'silent' }
  try {
    const { stdout } = await execute(process.execPath, [AUDIT], { env })
    return { code: 0, output: stdout.trim().replaceAll('\n', ' ') }
  } catch (error) {
    return { code: 1, output: error instanceof Error ? error.message : String(error) }
  }
}

/** A copy of the backups whose archive lacks one WAL file. */
async function copyWithout(postgres: ArchivedPostgres, name: string, walFile: string) {
  const copy = join(postgres.folder, name)
  await postgres.must('cp', '-a', postgres.repository, copy)
  const archive = join(copy, 'archive/foyer')
  for (const path of await readdir(archive, { recursive: true })) {
    if (path.includes(`/${walFile}-`)) await rm(join(archive, path))
  }
  return postgres.configFor(copy)
}

const totalSize = async (folder: string): Promise<number> => {
  let total = 0
  for (const path of await readdir(folder, { recursive: true })) {
    total += (await stat(join(folder, path))).size
  }
  return total
}

await runCommand(async (started) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-backup-'))
  started.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const place = join(folder, 'postgres')
  const postgres = await ArchivedPostgres.create(place, await freePort())
  started.defer(async () => void (await postgres.stop(postgres.data, 'immediate')))
  const shop = await openShop(started, postgres, folder)
  const { buyers } = shop

  await buyers.untilAcknowledged(ACKNOWLEDGED_EACH)
  for (const kind of ['full', 'incr'] as const) {
    const before = buyers.journal.length
    const [, seconds] = await secondsOf(() => postgres.backup(kind))
    const checked = await stat(postgres.lastBackup)
    const isFresh = Date.now() - checked.mtimeMs < 60_000
    const sold = buyers.journal.length - before
    check(`${kind} backup`, isFresh && sold > 0, `${seconds}, ${sold} acknowledged meanwhile`)
    await buyers.untilAcknowledged(ACKNOWLEDGED_EACH)
  }
  const earlier = await postgres.archiveNow()
  await buyers.untilAcknowledged(ACKNOWLEDGED_EACH)
  const moment = new Date()
  await buyers.untilAcknowledged(ACKNOWLEDGED_EACH)
  const [last, lag] = await secondsOf(() => postgres.archiveNow())
  await buyers.untilAcknowledged(ACKNOWLEDGED_EACH)

  // Everything is lost while buyers are buying.
  await postgres.stop(postgres.data, 'immediate')
  await rm(postgres.data, { recursive: true, force: true })
  await buyers.stop()
  await shop.server.close()
  console.log(`       The data folder is gone. The last WAL file was archived within ${lag}.`)

  const restore = async (name: string, options: Parameters<ArchivedPostgres['restore']>[2]) => {
    const into = join(place, name)
    const port = await freePort()
    const [ran, seconds] = await secondsOf(() => postgres.restore(into, port, options))
    if (ran.code === 0) {
      started.defer(async () => void (await postgres.stop(into, 'immediate')))
    }
    return { ran, seconds, into, url: postgres.urlOn(port) }
  }

  const restored = await restore('restored', { to: moment })
  check(
    'restore to a moment',
    restored.ran.code === 0,
    `${restored.seconds}, ${restored.ran.output}`,
  )
  if (restored.ran.code === 0) {
    const found = await compare(restored.url, buyers.journal, moment)
    const isExact =
      found.until > 0 && found.after > 0 && found.lost + found.early + found.later === 0
    check('compared with the journal', isExact, describe(found))
    const audited = await audit(restored.url)
    check('npm run audit', audited.code === 0, audited.output)
    await postgres.stop(restored.into, 'fast')
  }

  const size = await totalSize(postgres.repository)
  const gap = await copyWithout(postgres, 'gap', earlier)
  const refused = await restore('refused', { to: moment, env: { PGBACKREST_CONFIG: gap } })
  const isNamed = refused.ran.code === 1 && refused.ran.output.includes(earlier)
  check('a missing WAL file is named', isNamed, refused.ran.output)
  check(
    'and nothing is lost by it',
    (await totalSize(postgres.repository)) === size,
    `backups ${(size / 1e6).toFixed(1)} MB, as before`,
  )
  const full = await restore('restored', { to: moment })
  check('a folder that is not empty is refused', full.ran.code === 2, full.ran.output)
  const empty = join(folder, 'no-programs')
  await mkdir(empty)
  const absent = await restore('absent', { to: moment, env: { PATH: empty } })
  check('a missing package is named', isInstallLine(absent.ran), absent.ran.output)

  const short = await copyWithout(postgres, 'short', last)
  const control = await restore('control', { env: { PGBACKREST_CONFIG: short } })
  const lost = control.ran.code === 0 ? await compare(control.url, buyers.journal, moment) : null
  check(
    'control: the last WAL file is missing',
    (lost?.lost ?? 0) > 0,
    lost ? describe(lost) : control.ran.output,
  )
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})

function isInstallLine({ code, output }: Ran): boolean {
  return code === 2 && output.includes('apt-get install -y pgbackrest')
}
