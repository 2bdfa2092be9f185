import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { administer, urlOf } from '@foyer/testkit/cluster'
import { expect, test } from '@playwright/test'
import { makeDataFolder, startProgram, takePort } from '../harness/program.ts'

/** The program itself: how it starts, refuses to start, ends, and recovers from a crash. */

async function freePort(): Promise<string> {
  const { port, free } = await takePort()
  await free()
  return String(port)
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The database's process, found by the cluster's folder (as root it may be elsewhere). */
async function postgresPid(dataDir: string): Promise<number> {
  const moved = join(dataDir, 'postgres', 'postgres.location')
  const home = existsSync(moved)
    ? (await readFile(moved, 'utf8')).trim()
    : join(dataDir, 'postgres')
  const lines = await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')
  return Number(lines.split('\n')[0])
}

interface DailySession {
  session_id: string
  ticket_prices: { ticket_type_id: string }[]
}

test.describe
  .serial('an installation', () => {
    let data: Awaited<ReturnType<typeof makeDataFolder>>
    test.beforeAll(async () => {
      data = await makeDataFolder()
    })
    test.afterAll(() => data.remove())

    test('a start without any data opens with the demo, and SIGTERM leaves nothing running', async () => {
      const foyer = startProgram({ PORT: await freePort(), FOYER_DATA: data.path })
      const address = await foyer.opened
      const ready = await fetch(`${address}/readyz`)
      expect(ready.status).toBe(200)
      expect(await ready.json()).toMatchObject({
        checks: { database: true, migrations: true, lanes: true },
      })
      expect((await (await fetch(`${address}/api/events`)).json()).length).toBeGreaterThanOrEqual(
        14,
      )
      const postgres = await postgresPid(data.path)
      expect(isAlive(postgres)).toBe(true)

      foyer.process.kill('SIGTERM')
      expect(await foyer.ended).toBe(0)
      await expect.poll(() => isAlive(postgres)).toBe(false)
    })

    test('after a kill -9 the next start finds all acknowledged data @night', async () => {
      const variables = { PORT: await freePort(), FOYER_DATA: data.path }
      const first = startProgram(variables)
      const address = await first.opened
      const [event] = await (await fetch(`${address}/api/events`)).json()
      const calendar = await (await fetch(`${address}/api/pricing/calendar/${event.id}`)).json()
      const day = Object.keys(calendar.data.dates).find(
        (date) => calendar.data.dates[date].status === 'available',
      )
      const prices = await (
        await fetch(`${address}/api/price/daily?eventId=${event.id}&date=${day}`)
      ).json()
      const sessions: Record<string, DailySession> = prices.data.sessions
      const session = Object.values(sessions).at(-1)
      const held = await fetch(`${address}/api/checkout/holds`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          cartId: '12345',
          sessionId: session?.session_id,
          ticketTypeId: session?.ticket_prices[0]?.ticket_type_id,
          quantity: 1,
        }),
      })
      expect(held.status).toBe(201)
      const cookie = held.headers.getSetCookie()[0]?.split(';')[0] ?? ''

      first.process.kill('SIGKILL')
      expect(await first.ended).toBe('SIGKILL')
      const second = startProgram(variables)
      const again = await second.opened
      const cart = await fetch(`${again}/api/checkout/carts/12345`, { headers: { cookie } })
      expect(cart.status).toBe(200)
      expect((await cart.json()).quote.ticketCount).toBe(1)
      second.process.kill('SIGTERM')
      expect(await second.ended).toBe(0)
    })
  })

test('a busy port is reported in a sentence, with exit code 1, before anything is started @night', async () => {
  const data = await makeDataFolder()
  const taken = await takePort()
  const foyer = startProgram({ PORT: String(taken.port), FOYER_DATA: data.path })
  expect(await foyer.ended).toBe(1)
  expect(foyer.output()).toContain(`Port ${taken.port} is in use by another program.`)
  expect(foyer.output()).not.toContain('    at ')
  expect(existsSync(join(data.path, 'postgres'))).toBe(false)
  await taken.free()
  await data.remove()
})

test('every wrong variable is named at once @night', async () => {
  const foyer = startProgram({
    PORT: 'eighty',
    DATABASE_URL: 'mysql://localhost',
    STRIPE_SECRET_KEY: 'nonsense',
    DEMO: 'yes',
  })
  expect(await foyer.ended).toBe(1)
  for (const name of ['PORT', 'DATABASE_URL', 'STRIPE_SECRET_KEY', 'DEMO']) {
    expect(foyer.output()).toContain(`${name} must`)
  }
  expect(foyer.output()).not.toContain('nonsense')
})

test('in production a start names every missing variable', async () => {
  const foyer = startProgram({ NODE_ENV: 'production', PORT: await freePort() })
  expect(await foyer.ended).toBe(1)
  expect(foyer.output()).toContain('NODE_ENV=production needs APP_SECRET, DATABASE_URL, PUBLIC_URL')
})

test('a database that does not answer is reported in a sentence @night', async () => {
  const data = await makeDataFolder()
  const foyer = startProgram({
    PORT: await freePort(),
    FOYER_DATA: data.path,
    DATABASE_URL: `postgres://foyer@127.0.0.1:${await freePort()}/foyer`,
  })
  expect(await foyer.ended).toBe(1)
  expect(foyer.output()).toContain(
    'Cannot use the database of DATABASE_URL: nothing listens there.',
  )
  await data.remove()
})

test('a database from before the first installation is refused with what to do about it @night', async () => {
  const data = await makeDataFolder()
  const cluster = process.env.FOYER_E2E_DATABASE_URL ?? ''
  const database = `foyer_test_early_${randomUUID().slice(0, 8)}`
  await administer(cluster, `create database ${database}`)
  const url = urlOf(cluster, database)
  await administer(
    url,
    `create table schema_migrations (name text primary key, body text not null,
       applied_at timestamptz not null default now());
     insert into schema_migrations (name, body) values ('0001_tenants_and_catalog.sql', '')`,
  )
  const foyer = startProgram({
    PORT: await freePort(),
    FOYER_DATA: data.path,
    DATABASE_URL: url,
  })
  expect(await foyer.ended).toBe(1)
  expect(foyer.output()).toContain('cannot convert it either. Nothing in it was changed.')
  expect(foyer.output()).toContain('Create an empty database and set DATABASE_URL to it.')
  expect(foyer.output()).not.toContain('    at ')
  await administer(cluster, `drop database ${database}`)
  await data.remove()
})
