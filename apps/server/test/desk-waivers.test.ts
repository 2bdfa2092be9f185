import { buy, serverForTests } from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { deliverMails } from './support/deliver-mails.ts'
import { atDesk } from './support/desk.ts'
import { member, type TestPerson } from './support/staff.ts'
import { SIGNED } from './support/valid-calls.ts'

/** Links of waivers that the team mails again for a buyer. */
const server = serverForTests({
  jobs: false,
  isOneAddressMany: true,
  bounds: { mailsToOneRecipient: [] },
})

const BUYER = 'ada@example.com'
let clerk: TestPerson

beforeAll(async () => {
  clerk = await member(server, 'box_office')
})

/** An order of two participants. */
async function bought(waiver: string | null = 'I take part at my own risk.') {
  const event = await server.build.event(waiver ? { waiver } : {})
  const owner = server.browser()
  const { body } = await buy(owner, event)
  const orderId: string = body.orderId
  return { orderId, owner }
}

const mailAgain = (orderId: string, by = clerk) =>
  atDesk(by, 'POST', `/orders/${orderId}/waiver-links`)

/** The mails to an address that lead to a waiver of the order, as they were delivered. */
async function mailsTo(address: string, orderId: string): Promise<string[]> {
  await deliverMails(server)
  const all = (await server.foyer.context.mailer.mailbox?.list()) ?? []
  return all
    .filter(({ to, text }) => to === address && text.includes(`/waiver/${orderId}`))
    .map(({ text }) => text)
}

const entriesOf = (orderId: string) =>
  server.sql(
    `select person_id, after from audit_log
     where entity_id = $1 and action_type = 'order.waivers_mailed' order by id`,
    [orderId],
  )

describe('waiver links that are mailed again', () => {
  test('are one link for the buyer, which opens the waivers of all participants', async () => {
    const { orderId } = await bought()
    expect(await mailAgain(orderId)).toMatchObject({ status: 200, body: { to: [BUYER] } })
    const mails = (await mailsTo(BUYER, orderId)).filter((text) => text.includes('not signed it'))
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('2 participants have not signed it yet.')
    const token = /\/waiver\/[0-9a-f-]+\?token=([\w.-]+)/.exec(mails[0] ?? '')?.[1] ?? ''
    const opened = await server
      .browser()
      .send('GET', `/api/orders/${orderId}/waivers?token=${encodeURIComponent(token)}`)
    expect([opened.status, opened.body.waivers?.length]).toEqual([200, 2])
    expect(await entriesOf(orderId)).toEqual([
      { person_id: clerk.id, after: { mails: 1, missing: 2 } },
    ])
  })

  test('go to a participant who was sent one before, and to the buyer for the others', async () => {
    const { orderId, owner } = await bought()
    await owner.send('POST', `/api/orders/${orderId}/waivers/2/link`, {
      email: 'grace@example.com',
      name: 'Grace',
    })
    expect((await mailAgain(orderId)).body).toEqual({ to: ['grace@example.com', BUYER] })
    const own = await mailsTo('grace@example.com', orderId)
    expect(own).toHaveLength(2)
    for (const text of own) expect(text).toContain('participant=2')
    const ofBuyer = await mailsTo(BUYER, orderId)
    expect(ofBuyer.some((text) => text.includes('One participant has not signed it yet.'))).toBe(
      true,
    )
  })

  test('are those of participants who have not signed; once all have, nothing is mailed', async () => {
    const { orderId, owner } = await bought()
    await owner.send('POST', `/api/orders/${orderId}/waivers/2/link`, {
      email: 'linus@example.com',
    })
    await owner.send('POST', `/api/orders/${orderId}/waivers/2`, SIGNED)
    expect((await mailAgain(orderId)).body).toEqual({ to: [BUYER] })
    await owner.send('POST', `/api/orders/${orderId}/waivers/1`, SIGNED)
    expect(await mailAgain(orderId)).toMatchObject({
      status: 409,
      body: { code: 'waiver_not_needed', error: 'Every participant of this order has signed.' },
    })
    expect(await entriesOf(orderId)).toHaveLength(1)
  })

  test('are limited by the day, together with those that the buyer sends', async () => {
    const { orderId, owner } = await bought()
    const link = () =>
      owner.send('POST', `/api/orders/${orderId}/waivers/1/link`, { email: 'eve@example.com' })
    for (let sent = 0; sent < 4; sent += 1) expect((await link()).status).toBe(200)
    // Two mails at a time: to the participant, and to the buyer for the other one.
    expect((await mailAgain(orderId)).status).toBe(200)
    expect((await mailAgain(orderId)).body.code).toBe('rate_limited')
    expect((await link()).status).toBe(200)
    expect((await link()).body.code).toBe('rate_limited')
    expect(await entriesOf(orderId)).toHaveLength(1)
  })

  test('are refused where nothing is to be signed, for unknown and erased orders, and to others', async () => {
    const { orderId } = await bought(null)
    expect((await mailAgain(orderId)).body.code).toBe('waiver_not_needed')
    expect((await mailAgain(crypto.randomUUID())).body.code).toBe('order_not_found')
    await server.sql('update orders set erased_at = now() where id = $1', [orderId])
    expect((await mailAgain(orderId)).body.code).toBe('order_not_found')
    const analyst = await member(server, 'analyst')
    expect((await mailAgain(orderId, analyst)).body.code).toBe('not_permitted')
  })
})
