import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  CONFIG_KEYS,
  CONFIGURATION,
  type ConfigKey,
  type ConfigValues,
  isLiveKey,
  PAYMENT_MODES,
  type PaymentMode,
} from '@foyer/domain'
import * as z from 'zod/mini'
import { type CellAddress, cellVariables, readCells } from './env-cells.ts'
import { type Dkim, dkimVariables, readDkim } from './env-dkim.ts'
import { missingInProduction, problemOfPublicUrl } from './env-production.ts'
import { readTracing, type TracingEnv, tracingVariables } from './env-tracing.ts'
import { readWallets, type Wallets, walletVariables } from './env-wallets.ts'
import { isNetwork, type TrustedProxies } from './http/forwarded.ts'
import type { KeptYears } from './privacy/end-personal-data.ts'

const SECRET_LENGTH = 32

/** Only this file reads the environment. The README's table lists every variable. */

const url = (protocols: RegExp, example: string) =>
  z.string().check(
    z.refine((text) => protocols.test(text) && URL.canParse(text), {
      error: `must be an address like ${example}`,
    }),
  )

/** A variable that takes precedence over what operators set. */
const configured = (key: ConfigKey) =>
  z.optional(
    z.string().check(
      z.refine((value) => CONFIGURATION[key].isValid(value), {
        error: `must be ${CONFIGURATION[key].form}`,
      }),
    ),
  )

const listOf = (text: string): string[] => text.split(',').map((part) => part.trim())

const years = z
  .string()
  .check(z.regex(/^[1-9]\d?$/, { error: 'must be a number of years from 1 to 99' }))

const schema = z.object({
  // A misspelt 'production' would open the local mailbox and accept test cards.
  NODE_ENV: z._default(
    z.enum(['development', 'test', 'production'], {
      error: 'must be development, test or production',
    }),
    'development',
  ),
  PORT: z._default(
    z.string().check(
      z.refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
        error: 'must be a port number from 0 to 65535',
      }),
    ),
    '3000',
  ),
  HOST: z.optional(z.string()),
  LOG_LEVEL: z.optional(
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
      error: 'must be one of silent, fatal, error, warn, info, debug, trace',
    }),
  ),
  FOYER_DATA: z._default(z.string(), '.foyer'),
  DATABASE_URL: z.optional(url(/^postgres(ql)?:/, 'postgres://user:password@host:5432/name')),
  DATABASE_REPLICA_URL: z.optional(
    url(/^postgres(ql)?:/, 'postgres://user:password@host:5433/name'),
  ),
  ...cellVariables,
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(sk|rk)_/, { error: 'must begin with sk_ or rk_' })),
  ),
  STRIPE_PUBLISHABLE_KEY: z.optional(
    z.string().check(z.regex(/^pk_/, { error: 'must begin with pk_' })),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z.string().check(z.minLength(8, { error: 'must have at least 8 characters' })),
  ),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.optional(
    z.string().check(z.minLength(8, { error: 'must have at least 8 characters' })),
  ),
  STRIPE_TEST_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(sk|rk)_test_/, { error: 'must begin with sk_test_ or rk_test_' })),
  ),
  STRIPE_TEST_PUBLISHABLE_KEY: z.optional(
    z.string().check(z.regex(/^pk_test_/, { error: 'must begin with pk_test_' })),
  ),
  PAYMENTS: z._default(z.enum(PAYMENT_MODES, { error: 'must be own or connect' }), 'own'),
  TRIAL_DAYS: configured('trialDays'),
  SIGN_UP: configured('signUp'),
  PLATFORM_FEE_PERCENT: configured('platformFeePercent'),
  PLATFORM_FEE_FIXED: configured('platformFeeFixed'),
  LIMIT_FACTOR: configured('limitFactor'),
  STRIPE_API_BASE: z.optional(url(/^http:\/\/[^/]+\/?$/, 'http://127.0.0.1:12111')),
  SMTP_URL: z.optional(url(/^smtps?:/, 'smtp://user:password@host:587')),
  ...dkimVariables,
  PUBLIC_URL: z.optional(url(/^https?:/, 'https://tickets.example.com')),
  TRUSTED_PROXIES: z.optional(
    z.string().check(
      z.refine((text) => /^\d$/.test(text) || listOf(text).every(isNetwork), {
        error: 'must be a number of proxies (0 to 9), or their networks: 10.0.0.0/8,2001:db8::/32',
      }),
    ),
  ),
  ORGANIZER_ADMIN_URL: z._default(z.string(), '/admin'),
  MAX_LIVE_STREAMS: z._default(
    z.string().check(z.regex(/^\d{1,6}$/, { error: 'must be a number from 0 to 999999' })),
    '10000',
  ),
  KEEP_PAID_ORDERS_YEARS: z._default(years, '10'),
  KEEP_FREE_ORDERS_YEARS: z._default(years, '2'),
  METRICS_TOKEN: z.optional(
    z.string().check(z.minLength(16, { error: 'must have at least 16 characters' })),
  ),
  BACKUP_CHECK: z.optional(z.string()),
  ACCEPT_LOST_COMMITS: z.optional(z.enum(['0', '1'], { error: 'must be 0 or 1' })),
  ...tracingVariables,
  ...walletVariables,
  ROLE: z._default(z.enum(['all', 'web', 'jobs'], { error: 'must be all, web or jobs' }), 'all'),
  DEMO: z.optional(z.enum(['0', '1'], { error: 'must be 0 or 1' })),
  APP_SECRET: z.optional(
    z
      .string()
      .check(
        z.minLength(SECRET_LENGTH, { error: `must have at least ${SECRET_LENGTH} characters` }),
      ),
  ),
})

export interface Env {
  isProduction: boolean
  logLevel: string
  port: number
  host: string
  dataDir: string
  /** If null, the embedded database is started. */
  databaseUrl: string | null
  /** Leads to replicas of that database; null: nothing is read there. */
  databaseReplicaUrl: string | null
  /** The cells beside that of `databaseUrl`; empty: there is one. */
  cells: readonly CellAddress[]
  stripe: StripeAccount | null
  /** Whether payments are made with the keys of the environment, or on accounts of organizers. */
  paymentMode: PaymentMode
  /** The part of the installation's configuration that variables set: what operators store of it does not count. */
  configuration: ConfigValues
  smtpUrl: string | null
  /** Null: mails are not signed here. */
  dkim: Dkim | null
  /** Without a trailing slash; null until the port is known. */
  publicUrl: string | null
  /** If null, one proxy is trusted if PUBLIC_URL is https, and none otherwise. */
  trustedProxies: TrustedProxies | null
  organizerAdminUrl: string
  /** If null, /metrics answers this machine only; in production it answers nobody. */
  metricsToken: string | null
  /** Beyond this number, browsers poll instead. */
  maxLiveStreams: number
  keptYears: KeptYears
  /** A file that the backup's job touches after each success, for `npm run doctor`. */
  backupCheck: string | null
  /** Null: no traces are recorded. */
  tracing: TracingEnv | null
  /** Whether production may start on a database that can lose acknowledged commits. */
  acceptsLostCommits: boolean
  wallets: Wallets
  /** Whether this process answers requests, runs jobs, or both. */
  role: 'all' | 'web' | 'jobs'
  demo: boolean
  /** Whether the pages include screens that only demonstrate possible features. */
  hasDemoScreens: boolean
  appSecret: string
}

export interface StripeAccount {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Of the webhooks of organizers' accounts; null with PAYMENTS=own. */
  connectWebhookSecret?: string | null
  /** Keys of the test mode beside live ones, for test shops. */
  test?: TestKeys | null
  /** The API's address if it is not Stripe's own; never in production. */
  api?: { host: string; port: number }
}

interface TestKeys {
  secretKey: string
  publishableKey: string
}

/** The keys that test shops are paid with; null: there are none, and tests cost nothing or nothing is sold. */
export function testKeysOf(stripe: Pick<StripeAccount, keyof TestKeys | 'test'>): TestKeys | null {
  return stripe.test ?? (isLiveKey(stripe.secretKey) ? null : stripe)
}

/** A problem of the environment that a person must solve before the program can start. */
export class EnvError extends Error {}

/**
 * Reads and checks the environment; relative folders are resolved from `root`. Makes the data
 * folder and, outside production, the secret in it. Throws {@link EnvError}, which names every
 * wrong variable.
 */
export async function readEnv(variables: NodeJS.ProcessEnv, root: string): Promise<Env> {
  // An empty variable counts as unset: shells and compose files write it so.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  const isProduction = given.NODE_ENV === 'production'
  const missing = isProduction ? missingInProduction(given) : null
  if (missing) problems.push(missing)
  if (!parsed.success) throw new EnvError(problems.join('\n'))
  const env = parsed.data
  const publicUrl = env.PUBLIC_URL?.replace(/\/{1,9}$/, '') ?? null
  const unsafe = isProduction && publicUrl && problemOfPublicUrl(publicUrl, env.DEMO === '1')
  if (unsafe) problems.push(unsafe)
  const stripeKeys = [env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY, env.STRIPE_WEBHOOK_SECRET]
  if (!missing && stripeKeys.some(Boolean) && !stripeKeys.every(Boolean)) {
    problems.push(
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET go together: set all or none',
    )
  }
  if (Boolean(env.STRIPE_TEST_SECRET_KEY) !== Boolean(env.STRIPE_TEST_PUBLISHABLE_KEY)) {
    problems.push(
      'STRIPE_TEST_SECRET_KEY and STRIPE_TEST_PUBLISHABLE_KEY go together: set both or none',
    )
  }
  const isConnect = env.PAYMENTS === 'connect'
  if (isConnect && env.STRIPE_SECRET_KEY && !env.STRIPE_CONNECT_WEBHOOK_SECRET) {
    problems.push(
      "PAYMENTS=connect needs STRIPE_CONNECT_WEBHOOK_SECRET, of the endpoint for accounts' events",
    )
  }
  if (isProduction && !isConnect && env.SIGN_UP === 'open') {
    problems.push(
      'SIGN_UP=open needs PAYMENTS=connect: otherwise the buyers of everybody who registers pay to your own account',
    )
  }
  for (const name of ['STRIPE_API_BASE', 'APPLE_PUSH_BASE', 'GOOGLE_WALLET_API_BASE'] as const) {
    if (env[name] && isProduction) {
      problems.push(`${name} is for tests and development, not for NODE_ENV=production`)
    }
  }
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL) {
    problems.push('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replicas')
  }
  if (env.ROLE !== 'all' && !(env.DATABASE_URL && env.STRIPE_SECRET_KEY)) {
    problems.push(
      `ROLE=${env.ROLE} needs DATABASE_URL and Stripe's keys: the embedded database and the emulator belong to one process`,
    )
  }
  const wallets = await readWallets(env, root, problems)
  const dkim = await readDkim(env, root, problems)
  const cells = readCells(env, problems)
  if (problems.length > 0) throw new EnvError(problems.join('\n'))

  const dataDir = resolve(root, env.FOYER_DATA)
  const [secretKey, publishableKey, webhookSecret] = stripeKeys
  return {
    isProduction,
    logLevel: env.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    port: Number(env.PORT),
    // A development server with test money must not be reachable from the network.
    host: env.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
    cells,
    stripe:
      secretKey && publishableKey && webhookSecret
        ? {
            secretKey,
            publishableKey,
            webhookSecret,
            connectWebhookSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET ?? null,
            test: testKeys(env.STRIPE_TEST_SECRET_KEY, env.STRIPE_TEST_PUBLISHABLE_KEY),
            ...apiOf(env.STRIPE_API_BASE),
          }
        : null,
    paymentMode: env.PAYMENTS,
    configuration: Object.fromEntries(
      CONFIG_KEYS.flatMap((key) => {
        const value = env[CONFIGURATION[key].variable]
        return value === undefined ? [] : [[key, value]]
      }),
    ),
    smtpUrl: env.SMTP_URL ?? null,
    dkim,
    publicUrl,
    trustedProxies: proxiesOf(env.TRUSTED_PROXIES),
    organizerAdminUrl: env.ORGANIZER_ADMIN_URL,
    metricsToken: env.METRICS_TOKEN ?? null,
    maxLiveStreams: Number(env.MAX_LIVE_STREAMS),
    keptYears: {
      paid: Number(env.KEEP_PAID_ORDERS_YEARS),
      free: Number(env.KEEP_FREE_ORDERS_YEARS),
    },
    backupCheck: env.BACKUP_CHECK ? resolve(root, env.BACKUP_CHECK) : null,
    acceptsLostCommits: env.ACCEPT_LOST_COMMITS === '1',
    tracing: readTracing(env),
    wallets,
    role: env.ROLE,
    demo: env.DEMO ? env.DEMO === '1' : !isProduction && !env.DATABASE_URL,
    hasDemoScreens: env.DEMO ? env.DEMO === '1' : !isProduction,
    appSecret: env.APP_SECRET ?? (await storedSecret(dataDir)),
  }
}

const testKeys = (secretKey?: string, publishableKey?: string): TestKeys | null =>
  secretKey && publishableKey ? { secretKey, publishableKey } : null

function proxiesOf(text: string | undefined): TrustedProxies | null {
  if (text === undefined) return null
  return /^\d$/.test(text) ? Number(text) : listOf(text)
}

function apiOf(base: string | undefined): Pick<StripeAccount, 'api'> {
  if (!base) return {}
  const { hostname, port } = new URL(base)
  return { api: { host: hostname, port: Number(port || 80) } }
}

async function storedSecret(dataDir: string): Promise<string> {
  const file = resolve(dataDir, 'app-secret')
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new EnvError(`APP_SECRET is not set and ${file} cannot be read: ${error.message}`)
  })
  // Too short: a crash cut off the write, so nothing can have been signed with it.
  if (stored.trim().length >= SECRET_LENGTH) return stored.trim()
  await mkdir(dataDir, { recursive: true })
  const secret = randomBytes(32).toString('base64url')
  const draft = `${file}.${process.pid}`
  await writeFile(draft, secret, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, file)
  return secret
}
