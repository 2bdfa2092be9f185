/** @module-tag night */
import { BUYER, buy, TEST_SECRET } from '@foyer/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CellWorld, ofOrganizer, startCellWorld } from './support/cell-world.ts'
import { type Ended, runProgram } from './support/run-program.ts'
import { insertedPerson, newEmail } from './support/staff.ts'

/** The operator's commands on an organizer in the cell north, beside a running server. */
let world: CellWorld
let tenantId: number
beforeAll(async () => {
  world = await startCellWorld({ jobs: false })
  tenantId = await world.organizer('harbor')
})
afterAll(() => world.close())

const run = (program: string, ...args: string[]): Promise<Ended> =>
  runProgram(new URL(`../src/${program}.ts`, import.meta.url), args, {
    DATABASE_URL: world.server.databaseUrl,
    CELLS: `north=${world.north.line.url}`,
    FOYER_DATA: world.server.dataDir,
    APP_SECRET: TEST_SECRET,
    LOG_LEVEL: 'silent',
  })

async function boughtInNorth(): Promise<string> {
  const event = await world.north.build.event({ tenantId })
  const { status, body } = await buy(world.server.browser(ofOrganizer('harbor')), event)
  expect(status).toBe(201)
  return body.orderId ?? body.id
}

test('a refund is decided in the cell that has the order', async () => {
  const ended = await run('operator/refund', '--order', await boughtInNorth())
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(await world.north.sql('select kind, state from refunds')).toEqual([
    { kind: 'whole', state: 'queued' },
  ])
})

test('a buyer is erased in the cell of the organizer', async () => {
  await boughtInNorth()
  const args = ['--tenant', 'harbor', '--email', BUYER.contact.email, '--yes', '--even-open']
  const ended = await run('operator/erase', ...args)
  expect([ended.code, ended.stderr]).toEqual([0, ''])
  expect(ended.stdout).toContain('Nothing is left of this buyer in the database.')
  const orders = 'select 1 from orders where email = $1'
  expect(await world.north.sql(orders, [BUYER.contact.email])).toEqual([])
})

test('an organizer is changed in its cell, and its domain is claimed at home', async () => {
  const args = ['harbor', '--tagline', 'By the water', '--domain', 'harbor.example.com']
  const ended = await run('operator/tenant', ...args)
  expect([ended.code, ended.stderr]).toEqual([0, ''])
  expect(ended.stdout).toMatch(/tagline +By the water/)
  const hosts = 'select tenant_id, host from tenant_domains'
  const claimed = [{ tenant_id: tenantId, host: 'harbor.example.com' }]
  expect(await world.server.sql(hosts)).toEqual(claimed)
  expect(await world.north.sql(hosts)).toEqual(claimed)
  const taken = await run('operator/tenant', 'main', '--domain', 'harbor.example.com')
  expect([taken.code, taken.stderr]).toEqual([
    2,
    expect.stringContaining("'harbor.example.com' belongs to another organizer."),
  ])
})

test('an invitation is a link at home and a row in the cell; a deleted account leaves its teams there', async () => {
  const email = newEmail('guest')
  const ended = await run('operator/staff', 'invite', 'harbor', email, '--role', 'gate')
  expect([ended.code, ended.stderr]).toEqual([0, ''])
  expect(await world.north.sql('select email from staff_invitations')).toEqual([{ email }])
  expect(await world.server.sql('select email from staff_links')).toEqual([{ email }])
  const person = await insertedPerson(world.server)
  await world.north.sql(
    `insert into staff_members (tenant_id, person_id, role) values ($1, $2, 'gate')`,
    [tenantId, person.id],
  )
  expect((await run('operator/staff', 'delete', person.email)).code).toBe(0)
  expect(await world.north.sql('select 1 from staff_members')).toEqual([])
})

test('the audit looks at every cell, and says which one it could not look at', async () => {
  const all = await run('audit/main')
  expect(all).toMatchObject({ code: 0, stderr: '' })
  expect(all.stdout).toMatch(
    /^Cell home:\nEverything agrees\.\n.*\nCell north:\nEverything agrees\.\n/,
  )
  await world.north.sql('update stock set held = held + 1')
  expect((await run('audit/main')).code).toBe(1)
  await world.north.line.cut()
  const one = await run('audit/main')
  expect(one.code).toBe(2)
  expect(one.stdout).toContain('Cell home:\nEverything agrees.')
  expect(one.stderr).toContain('Cell north cannot be used: nothing listens there.')
  expect(one.stderr).toContain('cell north does not answer')
  // A command on an organizer at home needs no other cell.
  expect((await run('operator/tenant', 'main')).code).toBe(0)
  const harbor = await run('operator/tenant', 'harbor')
  expect([harbor.code, harbor.stderr]).toEqual([
    2,
    expect.stringContaining('cell north does not answer'),
  ])
})
