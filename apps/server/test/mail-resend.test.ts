import { buy, serverForTests, type TestBrowser } from '@foyer/testkit'
import { beforeEach, describe, expect, test } from 'vitest'
import { times } from './support/calls.ts'
import { deliverMails } from './support/deliver-mails.ts'

const server = serverForTests({ jobs: false, isOneAddressMany: true })
let buyer: TestBrowser
let orderId: string
beforeEach(async () => {
  buyer = server.browser()
  const { body } = await buy(buyer, await server.build.event())
  orderId = body.id
})

const ask = (changes: Record<string, unknown> = {}) =>
  buyer.send('POST', '/api/send-confirmation-email', {
    orderId,
    email: 'ada@example.com',
    customerName: 'Ada Lovelace',
    cartData: { any: 'thing' },
    purchaseResult: { id: 1 },
    ...changes,
  })
const letMinutesPass = (minutes: number) =>
  server.sql(`update mails set created_at = created_at - make_interval(mins => $1)`, [minutes])
const countMails = async () =>
  (await server.sql('select 1 from mails where order_id = $1', [orderId])).length
const queueConfirmation = () =>
  server.sql(
    `insert into mails (tenant_id, id, order_id, recipient)
     values (1, gen_random_uuid(), $1, 'ada@example.com')`,
    [orderId],
  )

describe('requesting the confirmation again', () => {
  test('queues nothing while one is on its way, and says so', async () => {
    const answer = await ask()
    expect(answer.body).toEqual({
      success: true,
      isSent: false,
      message: 'Your tickets are already on their way to ada@example.com',
    })
    expect(await countMails()).toBe(1)
  })

  test('is possible three times an hour, then refused with the time to wait', async () => {
    for (const _ of times(3, () => null)) {
      await deliverMails(server)
      await letMinutesPass(10)
      expect((await ask()).body).toEqual({
        success: true,
        isSent: false,
        message: 'Your tickets are on their way to ada@example.com',
      })
    }
    await deliverMails(server)
    await letMinutesPass(10)
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.body.error).toMatch(
      /^Your tickets were sent to ada@example\.com 3 times within the last hour\. .* try again in 3\d minutes\.$/,
    )
    expect(await countMails()).toBe(4)
    await letMinutesPass(40)
    expect((await ask()).status).toBe(200)
  })

  test('is reported as sent only once the mail server has the mail', async () => {
    await deliverMails(server)
    expect((await ask()).body).toEqual({
      success: true,
      isSent: true,
      message: 'Tickets have been sent to ada@example.com',
    })
    expect(await countMails()).toBe(1)
  })

  test('sends one mail for many requests at the same moment', async () => {
    await deliverMails(server)
    await letMinutesPass(10)
    const answers = await Promise.all(times(6, () => ask()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await countMails()).toBe(2)
  })

  test.each([
    ['ada', 'Invalid email'],
    ['ada@', 'Invalid email'],
    ['', 'Invalid email'],
    ['a@example.com, b@example.com', 'Invalid email'],
    ['a@example.com\r\nBcc: b@example.com', 'Invalid email'],
    [undefined, 'Required'],
  ])('is refused with the address %j', async (email, message) => {
    const answer = await ask({ email })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    expect(answer.body.details.fields).toEqual([{ field: 'email', message }])
  })
})

test('an order has one confirmation, also if two are written', async () => {
  await expect(queueConfirmation()).rejects.toThrow('mails_one_confirmation')
})
