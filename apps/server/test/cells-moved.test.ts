/** @module-tag night */
import { type BuiltEvent, holdCart, until } from '@foyer/testkit'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  type CellWorld,
  contextOfNorth,
  ofOrganizer,
  startCellWorld,
} from './support/cell-world.ts'

/**
 * An organizer whose directory switches from home to north while the server runs, as a move does it: its
 * rows are in both cells, and only the directory says which of them count.
 */
let world: CellWorld
let there: BuiltEvent
let here: BuiltEvent
let tenantId: number

beforeEach(async () => {
  await world?.close()
  world = await startCellWorld()
  const { server, north } = world
  ;({ tenantId } = await server.build.tenant({ slug: 'quay' }))
  here = await server.build.event({ tenantId })
  await north.sql(
    `insert into tenants (tenant_id, slug, name, hue, support_email)
     values ($1, 'quay', 'Quay', 75, 'help@example.com')`,
    [tenantId],
  )
  there = await north.build.event({ tenantId })
  await north.sql(`insert into tenant_cells (tenant_id, cell) values ($1, 'home')`, [tenantId])
  await server.foyer.context.cells.reload()
})
afterAll(() => world.close())

let carts = 0
/** Tries to hold a ticket as a buyer of the organizer. */
function hold(event: BuiltEvent) {
  carts += 1
  return holdCart(world.server.browser(ofOrganizer('quay')), event, String(10_000 + carts), 1)
}
const fence = () =>
  world.server.sql(`insert into tenant_cells (tenant_id, cell) values ($1, 'north')`, [tenantId])
const takeOver = () => world.north.sql('delete from tenant_cells')

test('is served by the other cell within a second of the switch', async () => {
  expect([(await hold(here)).status, (await hold(there)).status]).toEqual([201, 404])
  await fence()
  await takeOver()
  const switchedAt = performance.now()
  await until(
    () => hold(there),
    ({ status }) => status === 201,
  )
  expect(performance.now() - switchedAt).toBeLessThan(2000)
  expect((await hold(here)).status).toBe(404)
})

test('sells nothing of what it left behind, from the moment of the switch on', async () => {
  const count = async () => (await world.server.sql('select 1 from holds')).length
  await hold(here)
  const before = await count()
  await fence()
  const refused = await hold(here)
  expect([refused.status, refused.body.code]).toEqual([503, 'busy'])
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await count()).toBe(before)
  const { db } = world.server.foyer.context
  await expect(db.withTenant(tenantId, async () => {})).rejects.toMatchObject({ code: 'FY001' })
})

test('is refused with Retry-After until the other cell has taken over, and no one else is', async () => {
  await fence()
  await world.server.foyer.context.cells.reload()
  const shop = world.server.browser(ofOrganizer('quay'))
  const [call, page] = [await shop.send('GET', '/api/tenant'), await shop.send('GET', '/')]
  expect([call.status, call.body.code, call.headers.get('retry-after')]).toEqual([503, 'busy', '1'])
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1'])
  expect(page.body).toContain('This shop cannot be reached just now')
  const event = await world.server.build.event()
  expect((await holdCart(world.server.browser(), event)).status).toBe(201)
  await takeOver()
  await contextOfNorth(world).tenants.reload()
  expect((await hold(there)).status).toBe(201)
})

test('that comes back is shown as it is at home, and not from a cache of before', async () => {
  const nameAtHome = async () =>
    (await world.server.browser(ofOrganizer('quay')).send('GET', '/api/tenant')).body.name
  expect(await nameAtHome()).toBe('quay')
  await fence()
  await world.server.foyer.context.cells.reload()
  await world.server.sql(`update tenants set name = 'Old quay' where tenant_id = $1`, [tenantId])
  await world.server.sql('delete from tenant_cells')
  await world.server.foyer.context.cells.reload()
  expect(await nameAtHome()).toBe('Old quay')
})
