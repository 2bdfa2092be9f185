import type { Checklist } from '@foyer/contract'
import { type EventPlan, serverForTests } from '@foyer/testkit'
import { expect, test } from 'vitest'
import { member } from './support/staff.ts'

const server = serverForTests({ jobs: false })

/** A new organizer with its owner, and what their checklist says. */
async function shop() {
  const { tenantId, slug } = await server.build.tenant()
  await server.foyer.context.tenants.reload()
  const { browser } = await member(server, 'owner', tenantId)
  const send = (query = '') =>
    browser.send('GET', `/api/admin/checklist${query}`, undefined, { 'x-brand-path': slug })
  const read = async (query?: string): Promise<Checklist> => {
    const answer = await send(query)
    expect(answer.status).toBe(200)
    return answer.body
  }
  const missing = async () =>
    (await read()).steps.flatMap(({ step, state }) => (state === 'missing' ? [step] : []))
  return {
    tenantId,
    send,
    read,
    missing,
    event: (plan: EventPlan = {}) => server.build.event({ ...plan, tenantId }),
  }
}

test('a new shop begins with a venue, and pays with test cards', async () => {
  const { read, missing } = await shop()
  expect(await missing()).toEqual(['venue'])
  expect(await read()).toMatchObject({ event: null, payments: 'test' })
})

test('an event that is on sale leaves nothing to do but advice', async () => {
  const { read, missing, event } = await shop()
  const { eventId } = await event({ name: 'Opening night' })
  expect(await missing()).toEqual([])
  const { event: nearest, steps } = await read()
  expect(nearest).toEqual({
    ...{ id: eventId, name: 'Opening night', dates: 'sold' },
    ...{ isOnSale: true, isPaused: false, opensAt: null, timeZone: 'America/New_York' },
  })
  expect(steps.filter(({ state }) => state === 'advised').map(({ step }) => step)).toEqual([
    'live_payments',
    'logo',
  ])
})

test.each([
  ['no date is in the future', { inDays: -3 }, 'past'],
  ['no ticket has a price', { types: [{ dynamicMinor: null }] }, 'unsold'],
  ['the dates have no room', { capacity: 0 }, 'unsold'],
  ['the ticket has no room', { types: [{ capacity: 0 }] }, 'unsold'],
] as const)('dates are missing if %s', async (_, plan, dates) => {
  const { read, missing, event } = await shop()
  await event(plan)
  expect(await missing()).toEqual(['dates'])
  expect((await read()).event).toMatchObject({ dates, isOnSale: false })
})

test('an event that is not published is missing that alone', async () => {
  const { tenantId, missing, event } = await shop()
  const { eventId } = await event()
  await server.sql('update events set is_published = false where tenant_id = $1 and id = $2', [
    tenantId,
    eventId,
  ])
  expect(await missing()).toEqual(['publish'])
})

test('an event whose sales open later has all it needs, and says when', async () => {
  const { tenantId, missing, read, event } = await shop()
  const { eventId } = await event()
  const opensAt = new Date(Date.now() + 3_600_000).toISOString()
  await server.sql('insert into event_sales (tenant_id, event_id, opens_at) values ($1, $2, $3)', [
    tenantId,
    eventId,
    opensAt,
  ])
  expect(await missing()).toEqual([])
  expect((await read()).event).toMatchObject({ dates: 'sold', isOnSale: false, opensAt })
})

test('the steps are about the event that is nearest to its first sale', async () => {
  const { read, event } = await shop()
  const { eventId } = await event({ name: 'Nearest' })
  await event({ name: 'Newest', types: [{ dynamicMinor: null }] })
  expect((await read()).event?.id).toBe(eventId)
})

test('the steps are about the event that was asked about, and other drafts say what is next', async () => {
  const { tenantId, read, event } = await shop()
  await event({ name: 'On sale' })
  const draft = await event({ name: 'Next year', types: [{ dynamicMinor: null }] })
  await server.sql('update events set is_published = false where tenant_id = $1 and id = $2', [
    tenantId,
    draft.eventId,
  ])
  expect((await read()).drafts).toEqual([{ id: draft.eventId, name: 'Next year', next: 'dates' }])
  const { event: asked, steps, drafts } = await read(`?eventId=${draft.eventId}`)
  expect(asked?.name).toBe('Next year')
  expect(drafts).toEqual([])
  expect(steps).toContainEqual({ step: 'sales', state: 'advised' })
  await server.sql(
    "insert into event_sales (tenant_id, event_id, opens_at) values ($1, $2, now() + interval '1 day')",
    [tenantId, draft.eventId],
  )
  expect((await read(`?eventId=${draft.eventId}`)).steps).toContainEqual({
    step: 'sales',
    state: 'done',
  })
})

test("another organizer's event is none", async () => {
  const { eventId } = await (await shop()).event()
  expect((await (await shop()).send(`?eventId=${eventId}`)).status).toBe(404)
})

test('an organizer without an account of its own is missing it, where organizers are paid on theirs', async () => {
  const { tenantId, missing, event } = await shop()
  await event()
  const { context } = server.foyer
  context.paymentMode = 'connect'
  expect(await missing()).toEqual(['payments'])
  await server.sql('update tenants set takes_charges = true where tenant_id = $1', [tenantId])
  await context.tenants.reload()
  expect(await missing()).toEqual([])
  context.paymentMode = 'own'
})

test('an archived event is none', async () => {
  const { tenantId, missing, event } = await shop()
  const { eventId } = await event()
  await server.sql('insert into archived_events (tenant_id, event_id) values ($1, $2)', [
    tenantId,
    eventId,
  ])
  expect(await missing()).toEqual(['event'])
})

test("another organizer's events count for nobody else", async () => {
  const { event } = await shop()
  await event()
  const other = await shop()
  expect(await other.missing()).toEqual(['venue'])
})
