import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose, type Foyer } from '@foyer/server'
import type { Env } from '@foyer/server/env'
import pg from 'pg'
import pino from 'pino'
import { Builder } from './builder.ts'
import { createTestDatabase } from './database.ts'
import { TestBrowser } from './test-browser.ts'

export interface TestServer {
  foyer: Foyer
  url: string
  databaseUrl: string
  /** Makes rows, inventing the parents they need. */
  build: Builder
  /** Bound to no tenant and no row security: what tests look behind the scenes with. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** A browser of its own, with a cookie jar; `headers` go with each of its calls. */
  browser(headers?: Record<string, string>): TestBrowser
  close(): Promise<void>
}

/**
 * The real server in this process: real HTTP on a free port, real PostgreSQL, the emulator behind
 * the official SDK. Only mail stays in a folder.
 */
export async function startTestServer(changes: Partial<Env> = {}): Promise<TestServer> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'foyer-test-data-'))
  const pool = new pg.Pool({ connectionString: database.url, max: 4 })
  const build = new Builder(pool)
  await build.tenant({ slug: 'main', isDefault: true })

  const foyer = await compose({
    env: {
      isProduction: false,
      port: 0,
      host: '127.0.0.1',
      dataDir: folder,
      databaseUrl: database.url,
      stripe: null,
      smtpUrl: null,
      publicUrl: null,
      organizerAdminUrl: '/admin',
      demo: false,
      appSecret: 'a secret of thirty-two characters or more',
      ...changes,
    },
    databaseUrl: database.url,
    databaseRole: database.role,
    pagesDir: null,
    logger: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
  })
  const url = (await foyer.listen()).replace('localhost', '127.0.0.1')

  return {
    foyer,
    url,
    databaseUrl: database.url,
    build,
    sql: async (text, values) => (await pool.query(text, values)).rows,
    browser: (headers) => new TestBrowser(url, headers),
    async close() {
      await foyer.close()
      await pool.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
