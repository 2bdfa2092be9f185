/** @module-tag night */
import { pendingMigrations } from '@foyer/db'
import {
  Builder,
  createTestDatabase,
  holdCart,
  startInProcess,
  startTestServer,
  until,
} from '@foyer/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../src/adapters/log.ts'
import { lineTo } from './support/cell-line.ts'
import {
  type CellWorld,
  ofOrganizer,
  rowInDirectory,
  rowInNorth,
  startCellWorld,
} from './support/cell-world.ts'
import { sendWebhook } from './support/provider.ts'

let world: CellWorld
let tenantId: number
let lines: string[]
beforeEach(async () => {
  lines = []
  const logger = createLog('warn', { write: (line: string) => void lines.push(line) })
  // Other programs on this machine must not make a server shed holds.
  world = await startCellWorld({ logger, bounds: { holdsLagMs: Number.POSITIVE_INFINITY } })
  tenantId = await world.organizer('harbor')
})
afterEach(() => world.close())

const readiness = async () => (await world.server.browser().send('GET', '/readyz')).body
const isNorthUp = (isUp: boolean) => until(readiness, ({ cells }) => cells.north === isUp)
const logged = (text: string) => lines.filter((line) => line.includes(text))

let carts = 0
const hold = async (slug?: string) => {
  carts += 1
  const event = slug
    ? await world.north.build.event({ tenantId })
    : await world.server.build.event()
  const browser = world.server.browser(slug ? ofOrganizer(slug) : {})
  return holdCart(browser, event, String(20_000 + carts), 1)
}

describe('a cell that does not answer', () => {
  test('refuses its organizers with Retry-After while all others sell, and comes back by itself', async () => {
    expect((await hold('harbor')).status).toBe(201)
    await world.north.line.cut()
    await isNorthUp(false)
    const refused = await hold('harbor')
    expect([refused.status, refused.body.code]).toEqual([503, 'busy'])
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await hold()).status).toBe(201)
    expect(await readiness()).toMatchObject({ status: 'degraded', cells: { north: false } })
    expect(logged('cell north does not answer')).toHaveLength(1)
    await world.north.line.mend()
    await isNorthUp(true)
    expect((await readiness()).status).toBe('ready')
    await until(
      () => hold('harbor'),
      ({ status }) => status === 201,
    )
    expect(logged('cell north answers again')).toHaveLength(1)
  })

  test('keeps a server from nothing but its own organizers as it starts', async () => {
    await world.north.line.cut()
    const { foyer } = world.server
    const late = await world.server.sibling()
    try {
      const call = (slug?: string) =>
        late.browser(slug ? ofOrganizer(slug) : {}).send('GET', '/api/tenant')
      expect((await call()).status).toBe(200)
      const refused = await call('harbor')
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
      expect(late.foyer.cell('north')).toBeUndefined()
      expect(foyer.cell('north')).toBeDefined()
      await world.north.line.mend()
      await until(
        () => call('harbor'),
        ({ status }) => status === 200,
      )
    } finally {
      await late.close()
    }
  })
})

test('organizers of another cell sell while the home cell is away', async () => {
  const home = await createTestDatabase()
  const line = await lineTo(home.url)
  const north = world.north.database
  const { tenantId: id } = await new Builder(home.pool).tenant({ slug: 'quay' })
  // Ids are given at home: this one is not that of an organizer of `world`.
  await home.pool.query('update tenants set tenant_id = 4711 where tenant_id = $1', [id])
  await north.pool.query(...rowInNorth(4711, 'quay'))
  await home.pool.query(...rowInDirectory(4711))
  const event = await world.north.build.event({ tenantId: 4711 })
  const server = await startInProcess(
    { url: line.url, role: home.role },
    { cells: [{ name: 'north', url: north.url }], bounds: { databaseGraceMs: 100 } },
  )
  try {
    const ready = () => server.browser().send('GET', '/readyz')
    expect((await ready()).body.status).toBe('ready')
    await line.cut()
    const { status, body } = await until(ready, (answer) => !answer.body.checks.database)
    expect([status, body.status, body.cells]).toEqual([200, 'degraded', { north: true }])
    const held = await holdCart(server.browser(ofOrganizer('quay')), event)
    expect(held.status).toBe(201)
  } finally {
    await server.close()
    await line.close()
    await home.drop()
  }
})

test('a cell with an empty database is migrated as the server starts', async () => {
  const empty = await createTestDatabase({ isEmpty: true })
  const late = await startTestServer({ cells: [{ name: 'north', url: empty.url }], jobs: false })
  try {
    await until(
      async () => late.foyer.cell('north'),
      (cell) => cell !== undefined,
    )
    expect(await pendingMigrations(empty.pool)).toEqual([])
  } finally {
    await late.close()
    await empty.drop()
  }
})

test('a webhook is stored at home, and sent again until the cells of all organizers have it', async () => {
  await world.north.line.cut()
  const late = await startTestServer({
    cells: [{ name: 'north', url: world.north.line.url }],
  })
  try {
    const { tenantId: id } = await late.build.tenant({ slug: 'harbor' })
    await late.sql(`insert into tenant_cells (tenant_id, cell) values ($1, 'north')`, [id])
    await late.foyer.context.cells.reload()
    const send = async () => {
      const intent = { id: 'pi_away', object: 'payment_intent' }
      return (await sendWebhook(late, 'payment_intent.succeeded', intent, { id: 'evt_away' }))
        .status
    }
    const stored = `select id from provider_events where id = 'evt_away'`
    expect(await send()).toBe(503)
    expect(await late.sql(stored)).toHaveLength(1)
    await world.north.line.mend()
    await until(
      async () => late.foyer.cell('north'),
      (cell) => cell !== undefined,
    )
    expect(await send()).toBe(200)
    expect(await world.north.sql(stored)).toHaveLength(1)
  } finally {
    await late.close()
  }
})

test('a directory that names a cell which CELLS lacks is reported, and only that organizer waits', async () => {
  const { tenantId: lost } = await world.server.build.tenant({ slug: 'lost' })
  await world.server.sql(`insert into tenant_cells (tenant_id, cell) values ($1, 'south')`, [lost])
  await until(readiness, ({ cells }) => cells.south === false)
  const refused = await world.server.browser(ofOrganizer('lost')).send('GET', '/api/tenant')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  await until(
    async () => logged('The directory names cell south, which CELLS does not have'),
    (found) => found.length === 1,
  )
  expect((await readiness()).status).toBe('degraded')
  expect((await hold('harbor')).status).toBe(201)
})

test('a cell that is the home cell under another address is refused at the start', async () => {
  const database = await createTestDatabase()
  const line = await lineTo(database.url)
  const starting = startInProcess(database, { cells: [{ name: 'north', url: line.url }] })
  await expect(starting).rejects.toThrow('CELLS: home and north are the same database')
  await line.close()
  await database.drop()
})
