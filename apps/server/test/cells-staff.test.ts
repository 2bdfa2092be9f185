import { holdCart, rawRequest } from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CellWorld,
  contextOfNorth,
  ofOrganizer,
  startCellWorld,
} from './support/cell-world.ts'
import { NOTHING_CACHED } from './support/nothing-cached.ts'
import {
  addMember,
  insertedPerson,
  linkTo,
  newEmail,
  operatorOf,
  PASSWORD,
  signedUp,
  type TestPerson,
} from './support/staff.ts'
import { VENUE_DETAILS } from './support/staff-calls.ts'

/** People and their sessions are at home; they work for an organizer whose rows are in the cell north. */
let world: CellWorld
let tenantId: number
let owner: TestPerson
beforeAll(async () => {
  world = await startCellWorld({ jobs: false, bounds: NOTHING_CACHED })
  tenantId = await world.organizer('harbor')
  owner = await staff('owner')
})
afterAll(() => world.close())

const STAFF = '/api/platform/staff'
const TEAM = '/api/admin/team'

async function staff(role: Parameters<typeof addMember>[2]): Promise<TestPerson> {
  const person = await insertedPerson(world.server)
  await addMember(world.north, person, role, tenantId)
  return person
}

const send = (
  { browser }: Pick<TestPerson, 'browser'>,
  method: string,
  path: string,
  body?: unknown,
) => browser.send(method, path, body, { 'x-brand-path': 'harbor' })

const log = async () => (await send(owner, 'GET', '/api/admin/audit-log')).body.entries

describe('a member of an organizer in another cell', () => {
  test('finds it among the organizers to choose from, with the role that the cell has', async () => {
    const person = await signedUp(world.server)
    await addMember(world.north, person, 'box_office', tenantId)
    await addMember(world.server, person, 'analyst')
    const { body } = await person.browser.send('GET', `${STAFF}/me`)
    expect(body.organizers).toMatchObject([
      { slug: 'harbor', role: 'box_office' },
      { slug: 'main', role: 'analyst' },
    ])
  })

  test('works there: what is changed is in that cell, and its log names the person', async () => {
    const created = await send(owner, 'POST', '/api/admin/venues', VENUE_DETAILS)
    expect(created.status).toBe(201)
    expect(await world.north.sql('select tenant_id from venues')).toEqual([{ tenant_id: tenantId }])
    expect((await log())[0]).toMatchObject({
      actionType: 'venue.created',
      person: { id: owner.id, name: owner.name },
    })
  })

  test('is refused from the moment on in which the cell has no such member', async () => {
    const person = await staff('manager')
    expect((await send(person, 'GET', TEAM)).status).toBe(200)
    await world.north.sql('delete from staff_members where person_id = $1', [person.id])
    expect((await send(person, 'GET', TEAM)).status).toBe(404)
    // A role that was left behind at home opens nothing.
    await addMember(world.server, person, 'owner', tenantId)
    expect((await send(person, 'GET', TEAM)).status).toBe(404)
    expect((await person.browser.send('GET', `${STAFF}/me`)).body.organizers).toEqual([])
  })
})

describe('an invitation to an organizer in another cell', () => {
  const invite = async (email: string) => {
    const body = { email, role: 'gate' }
    const invited = await send(owner, 'POST', `${TEAM}/invitations`, body)
    expect(invited.status).toBe(201)
    return linkTo(world.server, email)
  }
  const join = (token: string) =>
    world.server
      .browser()
      .send('POST', `${STAFF}/invitations/join`, { token, name: 'Grace', password: PASSWORD })

  test('makes an account at home and a member in the cell', async () => {
    const email = newEmail('guest')
    const joined = await join(await invite(email))
    expect(joined.body.me.organizers).toMatchObject([{ slug: 'harbor', role: 'gate' }])
    const { members, invitations } = (await send(owner, 'GET', TEAM)).body
    expect(members).toContainEqual(expect.objectContaining({ email, role: 'gate', name: 'Grace' }))
    expect(invitations).toEqual([])
  })

  test('that the cell has noted and home has not is accepted by opening the link again', async () => {
    const email = newEmail('guest')
    const token = await invite(email)
    const refuse = `create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'not now'; end $$`
    await world.server.sql(refuse)
    await world.server.sql(
      `create trigger refuse before insert on staff_sessions for each row execute function refuse()`,
    )
    expect((await join(token)).status).toBe(500)
    await world.server.sql('drop function refuse cascade')
    const joined = await join(token)
    expect(joined.body.me.organizers).toMatchObject([{ slug: 'harbor', role: 'gate' }])
    const { members } = (await send(owner, 'GET', TEAM)).body
    expect(members.filter((member: { email: string }) => member.email === email)).toHaveLength(1)
  })
})

test('a domain is claimed at home, where another organizer cannot have it as well', async () => {
  const host = 'tickets.harbor.example'
  const settings = '/api/admin/settings'
  const { body } = await send(owner, 'POST', `${settings}/domains`, { host })
  const [alias, proof] = body.domains[0].records
  contextOfNorth(world).dns = {
    texts: async (name) => (name === proof.name ? [proof.value] : []),
    aliases: async () => [alias.value],
    addresses: async () => [],
  }
  const proven = await send(owner, 'POST', `${settings}/domains/${host}/check`)
  expect(proven.body.domains.domains).toMatchObject([{ host, state: 'active' }])
  const claimed = 'select tenant_id from tenant_domains where host = $1'
  expect(await world.server.sql(claimed, [host])).toEqual([{ tenant_id: tenantId }])
  await world.server.foyer.context.cells.reload()
  const ask = () => rawRequest(world.server.url, { path: '/api/tenant', headers: { host } })
  expect((await ask()).body.slug).toBe('harbor')
  const other = await insertedPerson(world.server)
  await addMember(world.server, other, 'owner')
  const noted = await other.browser.send('POST', `${settings}/domains`, { host })
  const [, ownProof] = noted.body.domains[0].records
  const check = (...values: string[]) => {
    world.server.foyer.context.dns = {
      texts: async (name) => (name === proof.name ? values : []),
      aliases: async () => [alias.value],
      addresses: async () => [],
    }
    return other.browser.send('POST', `${settings}/domains/${host}/check`)
  }
  const taken = await check(proof.value, ownProof.value)
  expect([taken.status, taken.body.code]).toEqual([409, 'domain_taken'])
  // Once the DNS no longer names the organizer of the other cell, that one has to let go of it there too.
  expect((await check(ownProof.value)).body.domains.domains).toMatchObject([
    { host, state: 'active' },
  ])
  expect(await world.server.sql(claimed, [host])).toEqual([{ tenant_id: 1 }])
  expect((await send(owner, 'GET', `${settings}/domains`)).body.domains).toEqual([])
  await other.browser.send('DELETE', `${settings}/domains/${host}`)
  expect(await world.server.sql(claimed, [host])).toEqual([])
})

test('a test shop gets its id and its slug at home, and sells in the cell of its organizer', async () => {
  const event = await world.north.build.event({ tenantId })
  const started = await send(owner, 'POST', `/api/admin/events/${event.eventId}/test`)
  expect(started.status).toBe(200)
  const [, slug = ''] = new URL(started.body.copy.url).pathname.split('/')
  const shops = 'select tenant_id, slug, test_of from tenants where test_of is not null'
  const [atHome] = await world.server.sql<{ tenant_id: number }>(shops)
  expect(await world.north.sql(shops)).toEqual([atHome])
  expect(atHome).toMatchObject({ slug, test_of: tenantId })
  await world.server.foyer.context.cells.reload()
  const answer = await world.server.browser(ofOrganizer(slug)).send('GET', '/api/tenant')
  expect([answer.status, answer.body.slug]).toEqual([200, slug])
  const again = await send(owner, 'POST', `/api/admin/events/${event.eventId}/test`)
  expect(again.status).toBe(200)
  expect(await world.server.sql(shops)).toHaveLength(1)
})

test('an organizer that is registered begins at home', async () => {
  const person = await signedUp(world.server)
  const body = {
    ...{ name: 'New Quay', slug: 'new-quay', supportEmail: 'help@quay.example' },
    ...{ currency: 'eur', locale: 'de-DE', hue: 75 },
  }
  const registered = await person.browser.send('POST', `${STAFF}/organizers`, body)
  expect(registered.status).toBe(201)
  expect(await world.north.sql(`select 1 from tenants where slug = 'new-quay'`)).toEqual([])
  const taken = await person.browser.send('POST', `${STAFF}/organizers`, {
    ...body,
    slug: 'harbor',
  })
  expect([taken.status, taken.body.code]).toEqual([409, 'slug_taken'])
})

describe('an operator', () => {
  const PATH = '/api/platform/operator'

  test('lists the organizers of all cells, by name', async () => {
    const { browser } = await operatorOf(world.server)
    const { body } = await browser.send('GET', `${PATH}/organizers?q=harbor`)
    expect(body).toMatchObject({ count: 1, organizers: [{ slug: 'harbor', state: 'open' }] })
    const all = (await browser.send('GET', `${PATH}/organizers`)).body.organizers
    expect(all.map(({ slug }: { slug: string }) => slug)).toEqual(['harbor', 'main', 'new-quay'])
  })

  test('suspends one in another cell: it sells nothing from then on, and both logs say so', async () => {
    const operator = await operatorOf(world.server)
    const read = async () => (await operator.browser.send('GET', `${PATH}/organizers/harbor`)).body
    const { terms, owners } = await read()
    expect(owners).toContainEqual({ name: owner.name, email: owner.email })
    const suspended = await operator.browser.send('POST', `${PATH}/organizers/harbor/suspend`, {
      reason: 'Why',
      version: terms.version,
    })
    expect(suspended.body).toMatchObject({ state: 'suspended' })
    const event = await world.north.build.event({ tenantId })
    const refused = await holdCart(world.server.browser(ofOrganizer('harbor')), event)
    expect([refused.status, refused.body.code]).toEqual([409, 'sales_paused'])
    const { entries } = (await operator.browser.send('GET', `${PATH}/log?slug=harbor`)).body
    expect(entries).toMatchObject([{ actionType: 'organizer.suspended', slug: 'harbor' }])
    expect((await log())[0]).toMatchObject({ actionType: 'organizer.suspended', person: null })
    const { version } = (await read()).terms
    const resume = `${PATH}/organizers/harbor/resume`
    expect((await operator.browser.send('POST', resume, { version })).body.state).toBe('open')
  })

  test('reads the health of each cell', async () => {
    const { browser } = await operatorOf(world.server)
    await world.north.sql(
      `insert into money_problems (tenant_id, kind, subject, details) values ($1, 'charge differs', 'pi_1', '')`,
      [tenantId],
    )
    const { checks } = (await browser.send('GET', `${PATH}/health`)).body
    const statusOf = (name: string) =>
      checks.find((check: { name: string }) => check.name === name)?.status
    expect(statusOf('Reconciler, cell home')).toBe('ok')
    expect(statusOf('Reconciler, cell north')).toBe('failed')
  })
})
