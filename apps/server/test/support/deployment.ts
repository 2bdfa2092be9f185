import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@foyer/db'
import { startEmbeddedPostgres } from '@foyer/db/embedded'
import { createEmulator } from '@foyer/payments-emulator'
import { Builder, startInProcess, TEST_SECRET } from '@foyer/testkit'
import pg from 'pg'
import { type Env, readEnv } from '../../src/env.ts'
import { type Examined, examine } from '../../src/operator/doctor/examine.ts'
import type { Finding } from '../../src/operator/doctor/finding.ts'
import { startMailServer } from './mail-server.ts'
import { startTlsProxy, type TlsProxy } from './tls-proxy.ts'

/** A whole deployment on this machine, set up as in production, and a doctor to check it. */
export interface Deployment {
  proxy: TlsProxy
  databaseUrl: string
  /** The connection of a superuser of its PostgreSQL. */
  adminUrl: string
  folder: string
  env: Env
  /** The findings by name, with these changes to the doctor's input. */
  examine(
    changes?: Partial<Env>,
    more?: Partial<Omit<Examined, 'env'>>,
  ): Promise<Map<string, Finding>>
  close(): Promise<void>
}

const KEYS = {
  secretKey: 'sk_live_0123456789abcdef',
  publishableKey: 'pk_live_0123456789abcdef',
  webhookSecret: 'whsec_0123456789abcdef',
}
export const VARIABLES = {
  NODE_ENV: 'production',
  APP_SECRET: TEST_SECRET,
  DATABASE_URL: 'postgres://foyer@db/foyer',
  PUBLIC_URL: 'https://tickets.example.com',
  STRIPE_SECRET_KEY: KEYS.secretKey,
  STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
  STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
  SMTP_URL: 'smtp://mail',
  METRICS_TOKEN: 'sixteen characters',
}

export async function startDeployment(): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-doctor-'))
  // Run by root, PostgreSQL uses another account, which needs access to the folder.
  await chmod(folder, 0o755)
  const [postgres, mail, proxy] = await Promise.all([
    startEmbeddedPostgres({ dataDir: join(folder, 'postgres') }),
    startMailServer(),
    startTlsProxy(),
  ])
  const databaseUrl = await createDatabase(postgres.url, postgres.port)
  const { role } = await migrate(databaseUrl)
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  await new Builder(owner).tenant({ slug: 'main', isDefault: true })
  await owner.end()
  const emulator = createEmulator({
    ...KEYS,
    webhookUrl: () => `${proxy.url}/api/stripe/webhook`,
  })
  const provider = await emulator.listen()
  const backupCheck = join(folder, 'backup-succeeded')
  await writeFile(backupCheck, '')
  const settings = {
    isProduction: true,
    publicUrl: proxy.url,
    smtpUrl: mail.url,
    stripe: { ...KEYS, api: { host: provider.host, port: provider.port } },
    metricsToken: VARIABLES.METRICS_TOKEN,
  }
  const server = await startInProcess({ url: databaseUrl, role }, { ...settings, jobs: false })
  proxy.target = server.url
  const env: Env = {
    // Variables that are not set have their defaults.
    ...(await readEnv({ APP_SECRET: TEST_SECRET, DEMO: '0' }, folder)),
    ...settings,
    dataDir: server.dataDir,
    databaseUrl,
    backupCheck,
  }
  return {
    proxy,
    databaseUrl,
    adminUrl: postgres.urlFor('foyer'),
    folder,
    env,
    async examine(changes = {}, more = {}) {
      const findings = await examine({
        variables: VARIABLES,
        env: { ...env, ...changes },
        databaseUrl,
        processes: 2,
        ca: proxy.ca,
        ...more,
      })
      return new Map(findings.map((finding) => [finding.name, finding]))
    },
    async close() {
      await server.close()
      await provider.close()
      await emulator.close()
      await mail.close()
      await proxy.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a database owned by an account that is no superuser. */
async function createDatabase(adminUrl: string, port: number): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create role house login createrole password 'secret'`)
  await admin.query('create database foyer owner house')
  await admin.end()
  return `postgres://house:secret@127.0.0.1:${port}/foyer`
}
