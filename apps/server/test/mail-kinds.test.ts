import { MAIL_KINDS } from '@foyer/domain'
import { buy, serverForTests } from '@foyer/testkit'
import { beforeAll, expect, test } from 'vitest'
import { type NewMail, queueMail } from '../src/engine/mails/queue-mail.ts'
import { deliverMails } from './support/deliver-mails.ts'

const server = serverForTests({ jobs: false, bounds: { mailsToOneRecipient: [] } })
let orderId: string
let paymentId: string
beforeAll(async () => {
  const event = await server.build.event({ name: 'Night Market' })
  orderId = (await buy(server.browser(), event)).body.id
  const [row] = await server.sql<{ id: string }>(
    'select id from payments where order_id is not null',
  )
  paymentId = row?.id ?? ''
  await deliverMails(server)
})

const queue = (mail: NewMail) => server.foyer.context.db.withTenant(1, (tx) => queueMail(tx, mail))
const recipient = 'ada@example.com'
const refund = { amountMinor: 6000, currency: 'usd', reference: 're_1' }

const mails: Record<string, NewMail> = {
  confirmation: { kind: 'confirmation', recipient, orderId: '', data: {}, isResend: true },
  refund: {
    kind: 'refund',
    recipient,
    orderId: null,
    paymentId: '',
    data: { ...refund, extent: 'unplaced' },
  },
  reschedule: {
    kind: 'reschedule',
    recipient,
    orderId: '',
    data: {},
  },
  upgrade: {
    kind: 'upgrade',
    recipient,
    orderId: '',
    data: {},
  },
  cancellation: { kind: 'cancellation', recipient, orderId: '', data: {} },
  lookup_code: {
    kind: 'lookup_code',
    recipient,
    data: { code: '402913', validMinutes: 10, path: '/manage-orders' },
  },
  waiver_link: {
    kind: 'waiver_link',
    recipient,
    orderId: '',
    data: { participantName: 'Grace', path: '/waiver/1' },
  },
  payment_trouble: {
    kind: 'payment_trouble',
    recipient,
    paymentId: '',
    data: { reason: 'declined', amountMinor: 6000, currency: 'usd', path: '/events-api' },
  },
  session_message: {
    kind: 'session_message',
    recipient,
    orderId: '',
    data: { subject: 'The north gate', body: 'Please come by the north gate.' },
  },
  session_change: {
    kind: 'session_change',
    recipient,
    orderId: '',
    data: {
      change: 'called_off',
      fromStartsAt: '2026-11-29T03:30:00.000Z',
      toStartsAt: null,
      message: null,
      answerBy: '2026-11-28T03:30:00.000Z',
      unanswered: 'refund',
    },
  },
}

/** Fills in the ids that are known only while the test runs. */
const withIds = (mail: NewMail): NewMail => ({
  ...mail,
  ...('orderId' in mail && mail.orderId !== null ? { orderId } : {}),
  ...('paymentId' in mail ? { paymentId } : {}),
})

test.each(MAIL_KINDS)(
  'a mail of kind %s is rendered from the objects that its row names',
  async (kind) => {
    const mail = mails[kind]
    if (!mail) throw new Error(`No example of ${kind}`)
    await queue(withIds(mail))
    await deliverMails(server)
    const [kept] = (await server.foyer.context.mailer.mailbox?.list()) ?? []
    expect(kept).toMatchObject({ kind, to: recipient })
    expect(kept?.text).toContain(kind === 'lookup_code' ? '402913' : 'Night Market')
    const rows = await server.sql('select state from mails where kind = $1', [kind])
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['sent']))
  },
)

test('a mail shows no link or address that a buyer typed as a name', async () => {
  const typed = 'Grace http://evil.example www.evil.example mallory@evil.example'
  await server.sql(
    `update orders set contact = contact || jsonb_build_object('firstName', $1::text)`,
    [typed],
  )
  const waiver = { participantName: typed, path: '/waiver/1' }
  // The other address has had as many mails as it gets in an hour.
  const grace = { recipient: 'grace@example.com', orderId }
  await queue({ kind: 'confirmation', ...grace, data: {}, isResend: true })
  await queue({ kind: 'waiver_link', ...grace, data: waiver })
  await deliverMails(server)
  const kept = (await server.foyer.context.mailer.mailbox?.list())?.slice(0, 2) ?? []
  expect(kept.map(({ kind }) => kind).sort()).toEqual(['confirmation', 'waiver_link'])
  for (const { subject, text, html } of kept) {
    expect(text).toContain('Grace')
    expect(subject + text + html).not.toContain('evil')
  }
})

test('a mail with a once-only key is queued once', async () => {
  const mail: NewMail = {
    kind: 'refund',
    recipient,
    orderId,
    paymentId,
    onceKey: 'refund-1',
    data: { ...refund, extent: 'whole' },
  }
  await Promise.all([queue(mail), queue(mail)])
  await queue(mail)
  const rows = await server.sql(`select 1 from mails where once_key = 'refund-1'`)
  expect(rows).toHaveLength(1)
})

test('a rolled-back transaction sends nothing', async () => {
  await deliverMails(server)
  const sentBefore = (await server.foyer.context.mailer.mailbox?.list())?.length
  const failing = server.foyer.context.db.withTenant(1, async (tx) => {
    await queueMail(tx, { kind: 'confirmation', recipient, orderId, data: {}, isResend: true })
    throw new Error('after all not')
  })
  await expect(failing).rejects.toThrow('after all not')
  await deliverMails(server)
  expect((await server.foyer.context.mailer.mailbox?.list())?.length).toBe(sentBefore)
})
