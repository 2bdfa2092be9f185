import type { Foyer } from '@foyer/server'
import type pg from 'pg'
import { Builder } from './builder.ts'
import { createTestDatabase } from './database.ts'
import { type InProcessOptions, startInProcess } from './in-process.ts'
import type { TestBrowser } from './test-browser.ts'

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
  /**
   * A second server on the same database and with the same provider, as behind a balancer; close it
   * before this one.
   */
  sibling(): Promise<Pick<TestServer, 'foyer' | 'url' | 'browser' | 'close'>>
  close(): Promise<void>
}

/** A server in this process on a database of its own, with the emulator behind the official SDK. */
export async function startTestServer(options: InProcessOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase()
  const build = new Builder(database.pool)
  await build.tenant({ slug: 'main', isDefault: true })
  const server = await startInProcess(database, options)

  return {
    ...server,
    databaseUrl: database.url,
    databaseRole: database.role,
    build,
    sql: async (text, values) => (await database.pool.query(text, values)).rows,
    // With an emulator of its own it would ask that for refunds of payments made at the other.
    sibling: () =>
      startInProcess(database, { payments: server.foyer.context.payments, ...options }),
    async close() {
      await server.close()
      await database.drop()
    },
  }
}
