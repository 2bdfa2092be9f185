import { createClient, type OrderView } from '@foyer/contract'
import { notify } from '@foyer/ui'
import { beforeEach, expect, it, vi } from 'vitest'
import { anOrderView } from '../../../test/carts-and-orders.ts'
import { notifyOfChange, notifyOfResend } from './notify-of-mail.ts'

const replace = vi.fn()
vi.mock('@foyer/ui', () => ({ notify: vi.fn(() => replace) }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(notify).mockClear()
  replace.mockClear()
})

const order = anOrderView()
const orderId = order.order.id
const of = { orderId, credential: {}, to: 'ana@example.com' }
type Mail = NonNullable<OrderView['mail']>

/** An app whose server reports these states of the mail, one after the other. */
function appOf(states: readonly Mail['status'][], problem: string | null = null) {
  const left = [...states]
  const fetch = async () => {
    const status = left.length > 1 ? left.shift() : left[0]
    const mail = { kind: 'confirmation', to: of.to, at: '2026-05-01T10:00:00.000Z', problem }
    return Response.json({ ...order, mail: { ...mail, status } })
  }
  return { call: createClient({ baseUrl: '', fetch }) }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const QUEUED = { isSent: false, message: 'Your tickets are on their way to ana@example.com' }
const SENT = {
  tone: 'success',
  title: 'Email Sent',
  description: 'Tickets have been sent to ana@example.com',
}

it('a mail is said to be sent only once the server says so', async () => {
  void notifyOfResend(appOf(['queued', 'queued', 'sent']), of, QUEUED)
  expect(notify).toHaveBeenCalledExactlyOnceWith({
    title: 'Email on Its Way',
    description: QUEUED.message,
  })
  await pass(1000)
  expect(replace).not.toHaveBeenCalled()
  await pass(500)
  expect(replace).toHaveBeenCalledExactlyOnceWith(SENT)
})

it('a mail that was sent already is reported at once', () => {
  void notifyOfResend(appOf(['sent']), of, { isSent: true, message: SENT.description })
  expect(notify).toHaveBeenCalledExactlyOnceWith(SENT)
})

it('a mail that is not delivered is reported with its reason', async () => {
  void notifyOfResend(appOf(['failed'], 'The mailbox is full.'), of, QUEUED)
  await pass(500)
  expect(replace).toHaveBeenCalledExactlyOnceWith({
    tone: 'danger',
    title: 'Email Failed',
    description: 'The mailbox is full.',
  })
})

it('a mail that stays queued is never said to be sent', async () => {
  void notifyOfResend(appOf(['queued']), of, QUEUED)
  await pass(60_000)
  expect(replace).not.toHaveBeenCalled()
})

it('a change is reported with the state of its mail', async () => {
  const text = 'Your order has been rescheduled successfully.'
  void notifyOfChange(appOf(['sent']), of, { title: 'Reschedule Successful', text })
  expect(notify).toHaveBeenCalledExactlyOnceWith({
    tone: 'success',
    title: 'Reschedule Successful',
    description: `${text} A confirmation email is on its way.`,
  })
  await pass(500)
  expect(replace).toHaveBeenCalledExactlyOnceWith({
    tone: 'success',
    title: 'Reschedule Successful',
    description: `${text} A confirmation email has been sent.`,
  })
})
