import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ComposeOptions, compose, type Foyer } from '@foyer/server'
import type { Env } from '@foyer/server/env'
import type pg from 'pg'
import pino from 'pino'
import { Builder } from './builder.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { TestBrowser } from './test-browser.ts'

type Clock = NonNullable<ComposeOptions['clock']>

/** What signs cookies, codes and links of every test server. */
export const TEST_SECRET = 'a secret of thirty-two characters or more'

export interface TestServer {
  foyer: Foyer
  url: string
  databaseUrl: string
  databaseRole: string | null
  /** Where mails and the emulator's journal are kept. */
  dataDir: string
  /** Makes rows, inventing the parents they need. */
  build: Builder
  /** Bound to no tenant and no row security: what tests look behind the scenes with. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** A browser of its own, with a cookie jar; `headers` go with each of its calls. */
  browser(headers?: Record<string, string>): TestBrowser
  /** A second server on the same database, as behind a balancer; close it before this one. */
  sibling(): Promise<Pick<TestServer, 'foyer' | 'url' | 'browser' | 'close'>>
  close(): Promise<void>
}

export interface TestServerOptions extends Partial<Env> {
  /** False: no sweep, no mail and no reconciler but those that the test runs itself. */
  jobs?: boolean
  clock?: Clock
}

/**
 * The real server in this process: real HTTP on a free port, real PostgreSQL, the emulator behind
 * the official SDK. Only mail stays in a folder.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase()
  const build = new Builder(database.pool)
  await build.tenant({ slug: 'main', isDefault: true })
  const server = await startOn(database, options)

  return {
    ...server,
    databaseUrl: database.url,
    databaseRole: database.role,
    build,
    sql: async (text, values) => (await database.pool.query(text, values)).rows,
    sibling: () => startOn(database, options),
    async close() {
      await server.close()
      await database.drop()
    },
  }
}

async function startOn(database: TestDatabase, options: TestServerOptions) {
  const { jobs = true, clock, ...changes } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-test-data-'))
  const foyer = await compose({
    env: {
      isProduction: false,
      logLevel: 'silent',
      port: 0,
      host: '127.0.0.1',
      dataDir,
      databaseUrl: database.url,
      stripe: null,
      smtpUrl: null,
      publicUrl: null,
      organizerAdminUrl: '/admin',
      demo: false,
      appSecret: TEST_SECRET,
      ...changes,
    },
    databaseUrl: database.url,
    databaseRole: database.role,
    pagesDir: null,
    logger: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    ...(clock ? { clock } : {}),
  })
  // Jobs start as Foyer itself begins to listen.
  await (jobs ? foyer.listen() : foyer.app.listen({ port: 0, host: '127.0.0.1' }))
  const address = foyer.app.server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    foyer,
    url,
    dataDir,
    browser: (headers?: Record<string, string>) => new TestBrowser(url, headers),
    async close() {
      await foyer.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
