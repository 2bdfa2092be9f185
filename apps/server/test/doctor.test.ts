import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { TEST_SECRET } from '@foyer/testkit'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '../src/operator/doctor/finding.ts'
import { type Deployment, startDeployment, VARIABLES } from './support/deployment.ts'
import { runProgram } from './support/run-program.ts'

/** `npm run doctor` on a whole deployment, good and broken. */

let deployment: Deployment
beforeAll(async () => {
  deployment = await startDeployment()
}, 120_000)
afterAll(() => deployment.close())
afterEach(() =>
  Object.assign(deployment.proxy, {
    forwardedFor: 'append',
    host: 'keep',
    changeHeaders: () => {},
  }),
)

const DOCTOR = new URL('../src/operator/doctor.ts', import.meta.url)

const notOk = (findings: Map<string, Finding>) =>
  [...findings.values()].flatMap(({ name, status }) => (status === 'ok' ? [] : [name]))
/** Returns the status of a finding, its text and what to do; the finding must not be ok. */
function complaint(findings: Map<string, Finding>, name: string): string {
  const finding = findings.get(name)
  expect([name, finding?.status]).not.toEqual([name, 'ok'])
  return `${finding?.status}: ${finding?.what} -> ${finding?.todo}`
}

/** Runs `work` between two statements of a superuser. */
async function during<T>(before: string, after: string, work: () => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: deployment.adminUrl })
  await admin.connect()
  try {
    await admin.query(before)
    return await work()
  } finally {
    await admin.query(after)
    await admin.end()
  }
}

test('a good deployment has no findings that need action, in every group of checks', async () => {
  const findings = await deployment.examine()
  // A site on this machine has no plain HTTP address, and another machine's disk cannot be checked.
  expect(notOk(findings)).toEqual(['storage.database-disk', 'public-address.redirect'])
  const groups = new Set([...findings.keys()].map((name) => name.split('.')[0]))
  expect([...groups]).toEqual([
    'environment',
    'database',
    'storage',
    'provider',
    'mail-server',
    'public-address',
  ])
})

test('no finding contains a secret of the environment', async () => {
  const findings = JSON.stringify([...(await deployment.examine()).values()])
  const { secretKey = '', webhookSecret = '' } = deployment.env.stripe ?? {}
  for (const secret of [TEST_SECRET, secretKey, webhookSecret, 'house:secret']) {
    expect(findings).not.toContain(secret)
  }
})

describe('the environment', () => {
  test('is judged by the rules of the start', async () => {
    const variables = { ...VARIABLES, SMTP_URL: undefined, STRIPE_SECRET_KEY: undefined }
    const findings = await deployment.examine({ smtpUrl: null, stripe: null }, { variables })
    expect(complaint(findings, 'environment.variables')).toContain(
      'failed: NODE_ENV=production needs STRIPE_SECRET_KEY and SMTP_URL',
    )
    expect(findings.get('mail-server')?.status).toBe('skipped')
    expect(findings.get('provider.keys')?.status).toBe('skipped')
  })

  test("is refused as a deployment if it is a development server's", async () => {
    const findings = await deployment.examine({}, { variables: { ...VARIABLES, NODE_ENV: '' } })
    expect(complaint(findings, 'environment.mode')).toContain('Set NODE_ENV=production.')
  })
})

describe('the database', () => {
  test('is reported with what to check if it does not answer; the other checks still run', async () => {
    const databaseUrl = 'postgres://house:secret@127.0.0.1:1/foyer'
    const findings = await deployment.examine({}, { databaseUrl })
    expect(complaint(findings, 'database.reachable')).toBe(
      'failed: The database cannot be used: nothing listens there. -> Check DATABASE_URL, and that PostgreSQL runs and lets this machine connect.',
    )
    expect(findings.get('public-address.deployment')?.status).toBe('ok')
  })

  test('must not be used by a superuser', async () => {
    const findings = await deployment.examine({}, { databaseUrl: deployment.adminUrl })
    expect(complaint(findings, 'database.rights')).toContain(
      'failed: The account postgres is a superuser',
    )
  })

  test('must survive a power failure', async () => {
    const findings = await during(
      'alter role house set synchronous_commit = off',
      'alter role house reset synchronous_commit',
      () => deployment.examine(),
    )
    expect(complaint(findings, 'database.durability')).toContain('failed: synchronous_commit: off.')
  })

  test('must accept writes', async () => {
    const findings = await during(
      'alter database foyer set default_transaction_read_only = on',
      'alter database foyer reset default_transaction_read_only',
      () => deployment.examine(),
    )
    expect(complaint(findings, 'database.writable')).toContain('failed: The database is read-only.')
  })

  test('needs connections for all processes', async () => {
    const findings = await deployment.examine({}, { processes: 10 })
    expect(complaint(findings, 'database.connections')).toMatch(
      /failed: 10 of our processes .+ Set max_connections to \d{3} or more/,
    )
  })

  test('has no organizer whose path is used by a page of the product, or causes a warning', async () => {
    const findings = await during(
      `insert into tenants (slug, name, hue, support_email) values ('privacy', 'P', 1, 'a@b.c')`,
      `delete from tenants where slug = 'privacy'`,
      () => deployment.examine(),
    )
    expect(complaint(findings, 'database.organizers')).toMatch(
      /^warning: Pages of the product begin with the name of privacy.+--domain <host>/,
    )
  })

  test('needs row security on every table of a tenant', async () => {
    const findings = await during(
      'alter table orders no force row level security',
      'alter table orders force row level security',
      () => deployment.examine(),
    )
    expect(complaint(findings, 'database.row-security')).toContain(
      'failed: Row security is not forced on orders.',
    )
  })

  test('needs the newest schema', async () => {
    const findings = await during(
      `create temp table kept as select * from schema_migrations where name like '0002%';
       delete from schema_migrations where name like '0002%'`,
      'insert into schema_migrations select * from kept',
      () => deployment.examine(),
    )
    expect(complaint(findings, 'database.migrations')).toContain('Start the server once')
  })

  test('refuses a database from before the first installation', async () => {
    const findings = await during(
      `update schema_migrations set name = '0001_tenants_and_catalog.sql' where name like '0001%'`,
      `update schema_migrations set name = '0001_tenants.sql' where name like '0001%'`,
      () => deployment.examine(),
    )
    expect(complaint(findings, 'database.migrations')).toContain('cannot convert it')
  })
})

describe('backups', () => {
  test('are as old as the file that the job touches', async () => {
    const { backupCheck } = deployment.env
    const longAgo = new Date(Date.now() - 30 * 3_600_000)
    await utimes(backupCheck ?? '', longAgo, longAgo)
    expect(complaint(await deployment.examine(), 'storage.backups')).toContain(
      'failed: The last backup succeeded 30.0 hours ago',
    )
    await utimes(backupCheck ?? '', new Date(), new Date())
    const missing = await deployment.examine({ backupCheck: join(deployment.folder, 'nothing') })
    expect(complaint(missing, 'storage.backups')).toContain(
      'failed: The file of BACKUP_CHECK is not',
    )
  })

  test('are not assumed to exist if nothing shows them', async () => {
    const findings = await deployment.examine({ backupCheck: null })
    expect(complaint(findings, 'storage.backups')).toContain('warning: It cannot be seen from here')
  })
})

describe('the payment provider', () => {
  const withKeys = (changes: object) => {
    const { stripe } = deployment.env
    return deployment.examine({ stripe: stripe && { ...stripe, ...changes } })
  }

  test('is asked whether it knows the secret key', async () => {
    const findings = await withKeys({ secretKey: 'sk_live_another' })
    expect(complaint(findings, 'provider.keys')).toContain(
      'failed: Stripe refuses STRIPE_SECRET_KEY.',
    )
  })

  test('is asked whether it knows the publishable key', async () => {
    const findings = await withKeys({ publishableKey: 'pk_live_another' })
    expect(complaint(findings, 'provider.publishable-key')).toContain(
      'failed: Stripe refuses STRIPE_PUBLISHABLE_KEY.',
    )
  })

  test('is reported if it cannot be reached', async () => {
    const findings = await withKeys({ api: { host: '127.0.0.1', port: 1 } })
    expect(complaint(findings, 'provider.keys')).toContain('failed: Stripe cannot be asked')
  })

  test('must sign webhooks with the secret that the running server has', async () => {
    const findings = await withKeys({ webhookSecret: 'whsec_another' })
    expect(complaint(findings, 'provider.webhook-secret')).toContain(
      'failed: The running server answers a signed webhook with 400. -> Start the server with this STRIPE_WEBHOOK_SECRET',
    )
  })

  test('must send its webhooks to this address', async () => {
    const findings = await deployment.examine({ publicUrl: `${deployment.proxy.url}/` })
    expect(complaint(findings, 'provider.webhook-endpoint')).toContain(
      'failed: No webhook comes here.',
    )
  })
})

describe('the mail server', () => {
  test('is reported if it does not answer', async () => {
    const findings = await deployment.examine({ smtpUrl: 'smtp://127.0.0.1:1' })
    expect(complaint(findings, 'mail-server')).toContain(
      'failed: 127.0.0.1:1 cannot be used: nothing',
    )
  })

  test('is reported if it refuses our sign-in', async () => {
    const { smtpUrl } = deployment.env
    const url = smtpUrl?.replace('smtp://', 'smtp://user:wrong@') ?? ''
    const text = complaint(await deployment.examine({ smtpUrl: url }), 'mail-server')
    expect(text).toContain('it refuses our sign-in')
    expect(text).not.toContain('wrong')
  })
})

describe('the public address', () => {
  test('is reported with the reason if nothing answers there', async () => {
    const findings = await deployment.examine({ publicUrl: 'https://localhost:1' })
    expect(complaint(findings, 'public-address.reachable')).toContain('nothing listens there')
  })

  test('is reported if no browser would trust its certificate', async () => {
    const findings = await deployment.examine({}, { ca: '' })
    expect(complaint(findings, 'public-address.reachable')).toContain(
      'its certificate is self-signed',
    )
  })

  test('must lead to this deployment', async () => {
    const findings = await deployment.examine({ appSecret: `${TEST_SECRET} of another` })
    expect(complaint(findings, 'public-address.deployment')).toContain(
      'failed: Another server answers',
    )
  })

  test('must pass headers and cookies on', async () => {
    deployment.proxy.changeHeaders = (headers) => {
      delete headers['strict-transport-security']
      headers['set-cookie'] = [headers['set-cookie'] ?? []]
        .flat()
        .map((cookie) => `${cookie.replace('; Secure', '')}; Domain=example.com`)
    }
    const findings = await deployment.examine()
    expect(complaint(findings, 'public-address.hsts')).toContain('failed')
    expect(complaint(findings, 'public-address.cookie')).toContain('it lacks secure')
  })

  test('must pass the host on', async () => {
    deployment.proxy.host = 'own'
    expect(complaint(await deployment.examine(), 'public-address.host')).toContain('127.0.0.1')
  })

  test("needs a proxy that reports the client's address", async () => {
    deployment.proxy.forwardedFor = 'keep'
    const findings = await deployment.examine()
    expect(complaint(findings, 'public-address.proxies')).toContain(
      'failed: A client can invent its address',
    )
  })
})

describe('the command', () => {
  const run = (variables: Record<string, string>, ...args: string[]) =>
    runProgram(DOCTOR, args, { FOYER_DATA: join(deployment.folder, 'data'), ...variables })

  test('ends with 1, and names what is missing and what to do', async () => {
    const ended = await run({ NODE_ENV: 'production' })
    expect(ended.code).toBe(1)
    expect(ended.stdout).toMatch(/^FAILED +environment\.variables +NODE_ENV=production needs APP_/m)
    expect(ended.stdout).toContain('-> Set them as the table in README.md says.')
    expect(ended.stdout).toContain('This deployment is not fit to sell.')
    expect(ended.stderr).toBe('')
  })

  test('prints JSON for machines', async () => {
    const ended = await run(
      { DATABASE_URL: deployment.databaseUrl, PUBLIC_URL: deployment.proxy.url },
      '--json',
    )
    expect(ended.code).toBe(1)
    const { ok, findings } = JSON.parse(ended.stdout)
    expect(ok).toBe(false)
    expect(findings).toContainEqual({
      name: 'database.reachable',
      status: 'ok',
      what: 'The database answers.',
      todo: null,
    })
  })

  test('ends with 2 if it is called with wrong arguments', async () => {
    expect(await run({}, '--processes', 'many')).toMatchObject({ code: 2, stdout: '' })
  })
})
