import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EnvError, readEnv, testKeysOf } from './env.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'foyer env '))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const SECRET = 's'.repeat(32)
const PRODUCTION = {
  NODE_ENV: 'production',
  APP_SECRET: SECRET,
  DATABASE_URL: 'postgres://u:p@db:5432/foyer',
  PUBLIC_URL: 'https://tickets.example.com',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345',
  SMTP_URL: 'smtp://u:p@mail:587',
}
const read = (variables: Record<string, string>) => readEnv(variables, root)

async function complaintOf(variables: Record<string, string>): Promise<string> {
  const error = await read(variables).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(EnvError)
  return error instanceof EnvError ? error.message : ''
}

describe('a variable that is not set', () => {
  test('has the defaults of a first start', async () => {
    const { appSecret, ...env } = await read({})
    expect(env).toEqual({
      isProduction: false,
      logLevel: 'warn',
      metricsToken: null,
      maxLiveStreams: 10_000,
      keptYears: { paid: 10, free: 2 },
      port: 3000,
      host: '127.0.0.1',
      dataDir: join(root, '.foyer'),
      databaseUrl: null,
      cells: [],
      stripe: null,
      paymentMode: 'own',
      configuration: {},
      smtpUrl: null,
      dkim: null,
      publicUrl: null,
      trustedProxies: null,
      organizerAdminUrl: '/admin',
      databaseReplicaUrl: null,
      backupCheck: null,
      acceptsLostCommits: false,
      tracing: null,
      wallets: { apple: null, google: null },
      role: 'all',
      demo: true,
      hasDemoScreens: true,
    })
    expect(appSecret.length).toBeGreaterThanOrEqual(32)
  })

  test.each([[{ ROLE: 'web' }], [{ ROLE: 'jobs', DATABASE_URL: 'postgres://a@b/c' }]])(
    'refuses %j, because each process would have its own database and emulator',
    async (set) => {
      await expect(read(set)).rejects.toThrow(/ROLE=\w+ needs DATABASE_URL and Stripe/)
    },
  )

  test('refuses an address of replicas without the database that they follow', async () => {
    const set = { DATABASE_REPLICA_URL: 'postgres://a@b:5433/c' }
    await expect(read(set)).rejects.toThrow('DATABASE_REPLICA_URL needs DATABASE_URL')
  })

  test('an empty variable counts as unset', async () => {
    const env = await read({ PORT: '', DATABASE_URL: '', SMTP_URL: '', APP_SECRET: '', DEMO: '' })
    expect(env).toMatchObject({ port: 3000, databaseUrl: null, smtpUrl: null, demo: true })
  })
})

describe('a variable that is set', () => {
  test.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ DATABASE_URL: 'postgres://u:p@db:5432/foyer' }, { demo: false }],
    [{ DATABASE_URL: 'postgresql://u@db/foyer', DEMO: '1' }, { demo: true }],
    [
      { DATABASE_URL: 'postgres://u@db/foyer', DATABASE_REPLICA_URL: 'postgres://u@db:5433/foyer' },
      { databaseReplicaUrl: 'postgres://u@db:5433/foyer' },
    ],
    [{ DEMO: '0' }, { demo: false, hasDemoScreens: false }],
    [PRODUCTION, { isProduction: true, host: '0.0.0.0', demo: false, hasDemoScreens: false }],
    [
      { NODE_ENV: 'production', APP_SECRET: SECRET, DEMO: '1' },
      { demo: true, hasDemoScreens: true },
    ],
    [{ PUBLIC_URL: 'https://tickets.example.com//' }, { publicUrl: 'https://tickets.example.com' }],
    [{ SMTP_URL: 'smtps://u:p@mail:465' }, { smtpUrl: 'smtps://u:p@mail:465' }],
    [{ TRUSTED_PROXIES: '2' }, { trustedProxies: 2 }],
    [
      { TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32' },
      { trustedProxies: ['10.0.0.0/8', '2001:db8::/32'] },
    ],
    [{ METRICS_TOKEN: 'sixteen characters' }, { metricsToken: 'sixteen characters' }],
    [{ LIMIT_FACTOR: '2.5' }, { configuration: { limitFactor: '2.5' } }],
    [{ HOST: '::1' }, { host: '::1' }],
    [
      { SIGN_UP: 'invited', TRIAL_DAYS: '14' },
      { configuration: { signUp: 'invited', trialDays: '14' } },
    ],
    [
      { ORGANIZER_ADMIN_URL: 'https://admin.example.com' },
      { organizerAdminUrl: 'https://admin.example.com' },
    ],
  ])('%j is accepted', async (variables, expected) => {
    expect(await read(variables)).toMatchObject(expected)
  })

  test('a data folder may be absolute, or have a space in its path', async () => {
    expect((await read({ FOYER_DATA: '/tmp/some where', APP_SECRET: SECRET })).dataDir).toBe(
      '/tmp/some where',
    )
    expect((await read({ FOYER_DATA: 'my data', APP_SECRET: SECRET })).dataDir).toBe(
      join(root, 'my data'),
    )
  })

  test('keys of the test mode go together, and are never live ones', async () => {
    const live = {
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_12345',
    }
    const tests = { STRIPE_TEST_SECRET_KEY: 'sk_test_2', STRIPE_TEST_PUBLISHABLE_KEY: 'pk_test_2' }
    const testKeys = async (keys: Record<string, string>) => {
      const { stripe } = await read(keys)
      return stripe && testKeysOf(stripe)
    }
    expect(await testKeys(live)).toBeNull()
    expect(await testKeys({ ...live, ...tests })).toEqual({
      secretKey: 'sk_test_2',
      publishableKey: 'pk_test_2',
    })
    expect(await testKeys({ ...live, STRIPE_SECRET_KEY: 'sk_test_1' })).toMatchObject({
      secretKey: 'sk_test_1',
    })
    expect(await complaintOf({ ...live, STRIPE_TEST_SECRET_KEY: 'sk_test_2' })).toContain(
      'set both or none',
    )
    expect(await complaintOf({ ...live, ...tests, STRIPE_TEST_SECRET_KEY: 'sk_live_2' })).toContain(
      'must begin with sk_test_',
    )
  })

  test("the provider's three keys go together", async () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_12345',
    }
    expect((await read(keys)).stripe).toEqual({
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecret: 'whsec_12345',
      connectWebhookSecret: null,
      test: null,
    })
    for (const missing of Object.keys(keys)) {
      expect(await complaintOf({ ...keys, [missing]: '' })).toContain('set all or none')
    }
    const elsewhere = { ...keys, STRIPE_API_BASE: 'http://127.0.0.1:12111' }
    expect((await read(elsewhere)).stripe).toMatchObject({
      api: { host: '127.0.0.1', port: 12_111 },
    })
    expect(
      await complaintOf({ ...PRODUCTION, STRIPE_API_BASE: elsewhere.STRIPE_API_BASE }),
    ).toContain('STRIPE_API_BASE is for tests')
  })

  test.each(['APPLE_PUSH_BASE', 'GOOGLE_WALLET_API_BASE'])(
    '%s, the stand-in of a wallet, is refused in production',
    async (name) => {
      const complaint = await complaintOf({ ...PRODUCTION, [name]: 'http://127.0.0.1:4010' })
      expect(complaint).toBe(`${name} is for tests and development, not for NODE_ENV=production`)
    },
  )
})

describe('a wrong value', () => {
  test.each([
    ['LIMIT_FACTOR', '-3', 'must be a number from 0.1 to 100, such as 2 or 0.5'],
    ['PORT', '65536', 'must be a port number from 0 to 65535'],
    ['PORT', '80a', 'must be a port number from 0 to 65535'],
    ['PORT', '-1', 'must be a port number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://db/foyer', 'must be an address like postgres://'],
    ['DATABASE_URL', 'foyer', 'must be an address like postgres://'],
    ['CELLS', 'east', 'must be a list like north=postgres://'],
    ['CELLS', 'East=postgres://db/foyer', 'must be a list like north=postgres://'],
    ['CELLS', 'east=mysql://db/foyer', 'must be a list like north=postgres://'],
    ['CELLS', 'east=postgres://db/foyer,', 'must be a list like north=postgres://'],
    ['DATABASE_REPLICA_URL', 'replica:5433', 'must be an address like postgres://'],
    ['STRIPE_SECRET_KEY', 'pk_test_1', 'must begin with sk_ or rk_'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1', 'must begin with pk_'],
    ['STRIPE_WEBHOOK_SECRET', 'short', 'must have at least 8 characters'],
    ['APPLE_PUSH_BASE', 'https://api.push.apple.com', 'must be an address like http://'],
    ['STRIPE_API_BASE', 'https://api.stripe.com', 'must be an address like http://'],
    ['SMTP_URL', 'http://mail', 'must be an address like smtp://'],
    ['PUBLIC_URL', 'tickets.example.org', 'must be an address like https://'],
    ['PUBLIC_URL', 'javascript:alert(1)', 'must be an address like https://'],
    ['DEMO', 'yes', 'must be 0 or 1'],
    ['NODE_ENV', 'Prod', 'must be development, test or production'],
    ['TRUSTED_PROXIES', '42', 'must be a number of proxies (0 to 9)'],
    ['TRUSTED_PROXIES', 'nginx', 'must be a number of proxies (0 to 9)'],
    ['TRUSTED_PROXIES', '192.168.0.0/16,', 'must be a number of proxies (0 to 9)'],
    ['METRICS_TOKEN', 'too short', 'must have at least 16 characters'],
    ['APP_SECRET', 'too short', 'must have at least 32 characters'],
  ])(
    "%s=%s is refused with the variable's name and what it must be",
    async (name, value, message) => {
      const complaint = await complaintOf({ [name]: value })
      expect(complaint).toMatch(new RegExp(`^${name} `))
      expect(complaint).toContain(message)
      // Values may be secrets, so the message does not repeat them.
      expect(complaint).not.toContain(value)
    },
  )

  test('all wrong variables are named in one error, one per line', async () => {
    const complaint = await complaintOf({ PORT: 'x', DEMO: 'x', APP_SECRET: 'x' })
    expect(complaint.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'DEMO',
      'APP_SECRET',
    ])
  })
})

describe('production', () => {
  test('names everything that is missing in one sentence', async () => {
    expect(await complaintOf({ NODE_ENV: 'production' })).toBe(
      'NODE_ENV=production needs APP_SECRET, DATABASE_URL, PUBLIC_URL, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET and SMTP_URL (see docs/operations.md), or set DEMO=1 for a demonstration without real payments and mails.',
    )
  })

  test.each(Object.keys(PRODUCTION).filter((name) => name !== 'NODE_ENV'))(
    'does not start without %s alone',
    async (name) => {
      const complaint = await complaintOf({ ...PRODUCTION, [name]: '' })
      expect(complaint).toMatch(new RegExp(`^NODE_ENV=production needs ${name} \\(`))
      expect(complaint.split('\n')).toHaveLength(1)
    },
  )

  test('names missing and wrong variables together', async () => {
    const complaint = await complaintOf({ ...PRODUCTION, SMTP_URL: '', PORT: 'x' })
    expect(complaint).toMatch(/^PORT must .+\nNODE_ENV=production needs SMTP_URL /)
  })

  test('a demonstration also needs a secret, since each process would make its own', async () => {
    expect(await complaintOf({ NODE_ENV: 'production', DEMO: '1' })).toBe(
      'NODE_ENV=production needs APP_SECRET (see docs/operations.md).',
    )
  })

  test('PUBLIC_URL must be https, except on this machine and for demonstrations', async () => {
    const at = (PUBLIC_URL: string, more = {}) => ({ ...PRODUCTION, PUBLIC_URL, ...more })
    expect(await complaintOf(at('http://tickets.example.com'))).toBe(
      'PUBLIC_URL must begin with https:// when NODE_ENV=production',
    )
    expect(await complaintOf(at('http://localhost.example.com'))).toContain('https://')
    for (const local of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      expect((await read(at(local))).publicUrl).toBe(local)
    }
    const demo = await read(at('http://demo.example.com', { DEMO: '1' }))
    expect(demo.publicUrl).toBe('http://demo.example.com')
  })

  test('has no demo unless it is asked for', async () => {
    expect(await read(PRODUCTION)).toMatchObject({ demo: false, hasDemoScreens: false })
    expect(await read({ ...PRODUCTION, DEMO: '1' })).toMatchObject({ demo: true })
  })
})

describe('the secret in the data folder', () => {
  test('is made once, readable by its owner only', async () => {
    const first = await read({ FOYER_DATA: 'once' })
    const second = await read({ FOYER_DATA: 'once' })
    expect(second.appSecret).toBe(first.appSecret)
    const file = join(root, 'once/app-secret')
    expect(await readFile(file, 'utf8')).toBe(first.appSecret)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(join(root, 'once'))).toEqual(['app-secret'])
    expect((await read({ FOYER_DATA: 'elsewhere' })).appSecret).not.toBe(first.appSecret)
  })

  test('is not made if the environment has one', async () => {
    const env = await read({ FOYER_DATA: 'given', APP_SECRET: SECRET })
    expect(env.appSecret).toBe(SECRET)
    await expect(stat(join(root, 'given'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('is made again if a crash cut it off; nothing can have been signed with it', async () => {
    const { dataDir } = await read({ FOYER_DATA: 'cut' })
    for (const half of ['', 'half of a secret']) {
      await writeFile(join(dataDir, 'app-secret'), half)
      expect((await read({ FOYER_DATA: 'cut' })).appSecret.length).toBeGreaterThanOrEqual(32)
    }
  })

  test('is reported and not replaced if it cannot be read', async () => {
    const { dataDir } = await read({ FOYER_DATA: 'folder' })
    await rm(join(dataDir, 'app-secret'))
    // A folder in place of the file is the one thing that even root cannot read.
    await readEnv({ FOYER_DATA: join(dataDir, 'app-secret') }, root)
    expect(await complaintOf({ FOYER_DATA: 'folder' })).toContain('cannot be read')
  })
})
