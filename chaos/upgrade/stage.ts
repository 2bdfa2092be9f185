import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { FoyerProcess } from '../foyer-process.ts'
import type { Problems } from '../journal.ts'
import { freePort } from '../ports.ts'
import { CrashablePostgres } from '../postgres.ts'
import { openSale, type Sale } from '../sale.ts'
import { Balancer } from './balancer.ts'
import type { LastRelease } from './last-release.ts'

const MIGRATIONS = new URL('../../packages/db/migrations/', import.meta.url)
const REHEARSAL = new URL('rehearsal/', import.meta.url)

type Release = 'last' | 'present'

/** Two places for a server process behind a balancer, on one database that the last release made. */
export interface Stage {
  url: string
  postgres: CrashablePostgres
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  sale: Sale
  /** The migrations of this checkout and those of the rehearsal. */
  migrations: URL
  /** Takes the place's server out of the balancer, ends it, and puts one of `release` in. */
  replace(place: 0 | 1, release: Release): Promise<void>
  /** Returns the folder with the logs, which is kept with `keep`. */
  close(keep: boolean): Promise<string>
}

/** Starts both places with the last release. */
export async function openStage(
  started: AsyncDisposableStack,
  last: LastRelease,
  problems: Problems,
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-upgrade-'))
  let isKept = false
  const stage = started.use(new AsyncDisposableStack())
  stage.defer(async () => {
    if (!isKept) await rm(folder, { recursive: true, force: true })
  })
  const postgres = await CrashablePostgres.start(folder)
  stage.defer(() => postgres.close())
  const migrations = join(folder, 'migrations')
  await cp(MIGRATIONS, migrations, { recursive: true })
  await cp(REHEARSAL, migrations, { recursive: true })

  const fileOf = (path: string) => pathToFileURL(join(last.folder, path))
  // The database and its rows are made by the last release's own code.
  const { migrate }: typeof import('@foyer/db') = await import(
    fileOf('packages/db/src/index.ts').href
  )
  const { Builder }: typeof import('@foyer/testkit/builder') = await import(
    fileOf('packages/testkit/src/builder.ts').href
  )
  await migrate(postgres.url)
  const build = new Builder(postgres.pool)
  await build.tenant({ slug: 'main', isDefault: true })
  const sql: Stage['sql'] = async (text, values) => (await postgres.pool.query(text, values)).rows

  const balancer = await Balancer.listen()
  stage.defer(() => balancer.close())
  const programs: Record<Release, { program?: URL }> = {
    last: { program: fileOf('chaos/server-process.ts') },
    present: {},
  }
  const places: { server: FoyerProcess; port: number }[] = []
  const start = async (place: number, release: Release) => {
    const port = await freePort()
    const server = new FoyerProcess(
      {
        port,
        databaseUrl: postgres.url,
        dataDir: join(folder, `place-${place}`),
        logFile: join(folder, `place-${place}-${release}.log`),
        ...programs[release],
      },
      (text) => problems.add('unanswered', text),
    )
    stage.defer(() => server.close())
    places[place] = { server, port }
    await server.untilUp()
    await balancer.putIn(port)
  }
  await Promise.all([start(0, 'last'), start(1, 'last')])

  return {
    url: balancer.url,
    postgres,
    sql,
    sale: await openSale({ build, sql }),
    migrations: pathToFileURL(`${migrations}/`),
    async replace(place, release) {
      const old = places[place]
      if (old) await balancer.takeOut(old.port)
      await old?.server.close()
      await start(place, release)
    },
    async close(keep) {
      isKept = keep
      await stage.disposeAsync()
      return folder
    },
  }
}
