import { MESSAGES_A_DAY } from '@foyer/contract'
import { serverForTests } from '@foyer/testkit'
import { expect, test } from 'vitest'
import { times } from './support/calls.ts'
import { atDesk } from './support/desk.ts'
import { bought, giveBack } from './support/money.ts'
import { ageSignIn, member, type TestPerson } from './support/staff.ts'

/** Mails of the team to all buyers of a session. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })

const TEXT = { subject: 'The north gate', body: 'Please come by the north gate.\n\nSee you soon.' }

const write = (person: TestPerson, sessionId: string, message: Record<string, unknown> = {}) =>
  atDesk(person, 'POST', `/sessions/${sessionId}/messages`, {
    key: crypto.randomUUID(),
    ...TEXT,
    ...message,
  })

const mailsOf = (sessionId: string) =>
  server.sql<{ order_id: string; data: { subject: string }; next_attempt_at: Date }>(
    `select m.order_id, m.data, m.next_attempt_at from session_messages s
     join mails m on m.tenant_id = s.tenant_id and m.id = any(s.mail_ids)
     where s.session_id = $1 order by m.next_attempt_at`,
    [sessionId],
  )

/** Orders of three buyers, of whom the last gave everything back. */
async function threeBuyers() {
  const event = await server.build.event({ sessions: 2 })
  const sales = [await bought(server, event), await bought(server, event, 1)]
  const gone = await bought(server, event, 1)
  await giveBack(server, gone.orderId)
  return { event, orderIds: sales.map(({ orderId }) => orderId) }
}

test('each buyer of a session gets one mail, at a pace; who gave everything back gets none', async () => {
  const clerk = await member(server, 'box_office')
  const { event, orderIds } = await threeBuyers()
  const before = await atDesk(clerk, 'GET', `/sessions/${event.sessionId}/messages`)
  expect(before.body).toEqual({ recipients: 2, messages: [] })
  const made = await write(clerk, event.sessionId)
  expect([made.status, made.body]).toEqual([201, { mails: 2 }])
  const mails = await mailsOf(event.sessionId)
  expect(mails.map(({ order_id }) => order_id).sort()).toEqual(orderIds.toSorted())
  const [first, second] = mails.map(({ next_attempt_at: at }) => at.getTime())
  expect((second ?? 0) - (first ?? 0)).toBe(100)
  const { body } = await atDesk(clerk, 'GET', `/sessions/${event.sessionId}/messages`)
  expect(body.messages).toMatchObject([{ subject: TEXT.subject, mails: 2, sent: 0, failed: 0 }])
  const entries = await server.sql(
    `select person_id, after from audit_log where action_type = 'session.buyers_mailed'
     and entity_id = $1`,
    [event.sessionId],
  )
  expect(entries).toEqual([{ person_id: clerk.id, after: { subject: TEXT.subject, mails: 2 } }])
})

test('a repeated request writes nothing, also at the same moment; another text is refused', async () => {
  const clerk = await member(server, 'manager')
  const { event } = await threeBuyers()
  const key = crypto.randomUUID()
  const answers = await Promise.all(times(4, () => write(clerk, event.sessionId, { key })))
  expect(answers.map(({ status, body }) => [status, body.mails])).toEqual(times(4, () => [201, 2]))
  expect(await mailsOf(event.sessionId)).toHaveLength(2)
  const other = await write(clerk, event.sessionId, { key, subject: 'The south gate' })
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
})

test('a server that dies while it queues the mails leaves none, and the repeated request all', async () => {
  const clerk = await member(server, 'manager')
  const { event } = await threeBuyers()
  const key = crypto.randomUUID()
  // Its mails are written by then, and nothing is committed.
  await server.sql(
    'alter table session_messages add constraint dies check (cardinality(mail_ids) = 0) not valid',
  )
  const broken = await write(clerk, event.sessionId, { key })
  await server.sql('alter table session_messages drop constraint dies')
  expect(broken.status).toBe(500)
  const queued = await server.sql(
    `select 1 from mails where kind = 'session_message' and once_key like $1`,
    [`${key}:%`],
  )
  expect(queued).toEqual([])
  expect((await write(clerk, event.sessionId, { key })).body).toEqual({ mails: 2 })
  expect(await mailsOf(event.sessionId)).toHaveLength(2)
})

test('a session of another organizer is unknown', async () => {
  const { event } = await threeBuyers()
  const { tenantId, slug } = await server.build.tenant()
  await server.foyer.context.tenants.reload()
  const stranger = await member(server, 'owner', tenantId)
  const body = { key: crypto.randomUUID(), ...TEXT }
  const path = `/sessions/${event.sessionId}/messages`
  const answer = await atDesk(stranger, 'POST', path, body, { 'x-brand-path': slug })
  expect([answer.status, answer.body.code]).toEqual([404, 'session_not_found'])
  expect(await mailsOf(event.sessionId)).toEqual([])
})

test.each([
  ['no subject', { subject: ' ' }],
  ['a subject of several lines', { subject: 'One\nBcc: all@example.com' }],
  ['no text', { body: '' }],
])('is refused with %s', async (_, message) => {
  const clerk = await member(server, 'box_office')
  const answer = await write(clerk, crypto.randomUUID(), message)
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
})

test('a shop writes a limited number of messages a day, without a fresh sign-in; a repetition is none', async () => {
  const { tenantId, slug } = await server.build.tenant()
  await server.foyer.context.tenants.reload()
  const clerk = await member(server, 'manager', tenantId)
  await ageSignIn(server, clerk.id, 300)
  const event = await server.build.event({ tenantId })
  const send = (key: string = crypto.randomUUID()) =>
    atDesk(
      clerk,
      'POST',
      `/sessions/${event.sessionId}/messages`,
      { key, ...TEXT },
      {
        'x-brand-path': slug,
      },
    )
  const first = crypto.randomUUID()
  expect((await send(first)).status).toBe(201)
  for (let sent = 1; sent < MESSAGES_A_DAY - 2; sent += 1) expect((await send()).status).toBe(201)
  const last = await Promise.all(times(3, () => send()))
  expect(last.map(({ status }) => status).sort()).toEqual([201, 201, 429])
  expect((await send()).body).toMatchObject({
    code: 'rate_limited',
    error: expect.stringContaining('Nothing was sent.'),
    details: { retryAfterSeconds: expect.any(Number) },
  })
  expect((await send(first)).status).toBe(201)
  await server.sql(
    `update session_messages set created_at = created_at - interval '1 day' where tenant_id = $1`,
    [tenantId],
  )
  expect((await send()).status).toBe(201)
})
