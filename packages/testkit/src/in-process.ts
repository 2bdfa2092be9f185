import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ComposeOptions, compose } from '@foyer/server'
import type { Env } from '@foyer/server/env'
import pino from 'pino'
import { TestBrowser } from './test-browser.ts'

/** What signs cookies, codes and links of every test server. */
export const TEST_SECRET = 'a secret of thirty-two characters or more'

export interface InProcessOptions extends Partial<Env> {
  /** False: no sweep, no mail and no reconciler but those that the test runs itself. */
  jobs?: boolean
  clock?: NonNullable<ComposeOptions['clock']>
  /** No limits by address, for tests that ask faster than a person could. */
  isOneAddressMany?: boolean
  /** Instead of one that is silent unless LOG_LEVEL is set. */
  logger?: ComposeOptions['logger']
  /** Instead of the server's own bounds. */
  bounds?: NonNullable<ComposeOptions['bounds']>
  /** The built pages; without them the server has the API alone. */
  pagesDir?: string
  /** `thread`: slow work runs in a worker thread, as it does in Foyer; else in line. */
  slowWork?: 'thread' | 'inline'
  /** Instead of an emulator of its own: that of another server, say. */
  payments?: NonNullable<ComposeOptions['payments']>
}

/** The real server in this process, on a free port. Only mail stays in a folder. */
export async function startInProcess(
  database: { url: string; role: string | null },
  options: InProcessOptions = {},
) {
  const {
    jobs = true,
    clock,
    payments,
    bounds,
    isOneAddressMany = false,
    logger,
    pagesDir = null,
    slowWork = 'inline',
    role = 'all',
    ...changes
  } = options
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
      trustedProxies: null,
      organizerAdminUrl: '/admin',
      demo: false,
      hasDemoScreens: false,
      backupCheck: null,
      wallets: { apple: null, google: null },
      metricsToken: null,
      maxLiveStreams: 10_000,
      limitFactor: 1,
      keptYears: { paid: 10, free: 2 },
      appSecret: TEST_SECRET,
      role,
      ...changes,
    },
    databaseUrl: database.url,
    databaseRole: database.role,
    pagesDir,
    logger: logger ?? pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    isOneAddressMany,
    slowWork,
    role,
    ...(clock ? { clock } : {}),
    ...(bounds ? { bounds } : {}),
    ...(payments ? { payments } : {}),
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
