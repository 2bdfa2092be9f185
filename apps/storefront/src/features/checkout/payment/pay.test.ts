import { ApiError, type Client, cart as cartCalls, checkout, type Endpoint } from '@foyer/contract'
import type { PaymentIntentResult, Stripe, StripeElements } from '@stripe/stripe-js'
import { describe, expect, it } from 'vitest'
import { aCart, anOrder } from '../../../../test/carts-and-orders.ts'
import { type Details, NO_DETAILS } from '../details/details.ts'
import { finishPayment, type PaymentTools } from './finish-payment.ts'
import { completeFreeOrder, payByCard } from './pay.ts'
import type { PaymentEvent } from './payment-states.ts'
import { readPendingPayment } from './pending-payment.ts'

const details: Details = { ...NO_DETAILS, firstName: 'Ana', lastName: 'Silva' }
const cart = aCart()
const intent = { id: 'pi_1', clientSecret: 'pi_1_secret' }
const mark = { cartId: cart.cartId, intent, isPaid: true, purchase: { cart, details } }
const { order } = anOrder()
const success = { id: order.id, orderId: order.id, order }
const refusal = (status: number, code: string, error = 'text') =>
  new ApiError(status, JSON.stringify({ error, code }), '')
const unpaid = refusal(402, 'payment_not_succeeded')
const lost = new TypeError('Failed to fetch')

interface Script {
  /** Answers of the order call, the last one repeated. */
  orders: unknown[]
  /** Answers of the payment's status, likewise. */
  statuses?: unknown[]
  confirmation?: Partial<PaymentIntentResult>
  intent?: { status: string; last_payment_error?: { message: string } | null }
  startPayment?: Error | { totalMinor: number }
  submitError?: { message: string }
  /** The page is left after so many pauses. */
  leaveAfter?: number
}

function answersOf(list: unknown[]) {
  const rest = [...list]
  return () => {
    const answer = rest.length > 1 ? rest.shift() : rest[0]
    if (answer instanceof Error) throw answer
    return answer
  }
}

/** The provider and the server as a script, and everything the page was told. */
function scene(script: Script) {
  const told: PaymentEvent[] = []
  const asked: string[] = []
  const confirmed: unknown[] = []
  const pauses: number[] = []
  const page = new AbortController()
  const nextOrder = answersOf(script.orders)
  const nextStatus = answersOf(script.statuses ?? [{ state: 'processing' }])
  const call = async (endpoint: Endpoint) => {
    asked.push(endpoint.path)
    switch (endpoint) {
      case cartCalls.startPayment: {
        if (script.startPayment instanceof Error) throw script.startPayment
        const totalMinor = script.startPayment?.totalMinor ?? cart.quote.totalMinor
        return { expiresAt: '2026-12-01T20:20:00.000Z', totalMinor, currency: 'usd' }
      }
      case checkout.createOrder:
        return nextOrder()
      case checkout.getPayment:
        return nextStatus()
      default:
        throw new Error(`unexpected ${endpoint.path}`)
    }
  }
  const stripe = {
    confirmPayment: async (wish: unknown) => {
      asked.push('confirm')
      confirmed.push(wish)
      return script.confirmation
    },
    retrievePaymentIntent: async () => ({ paymentIntent: script.intent }),
  } as unknown as Stripe
  const tools: PaymentTools = {
    call: call as Client,
    stripe: async () => stripe,
    report: (event) => void told.push(event),
    wait: async (milliseconds) => {
      pauses.push(milliseconds)
      if (pauses.length === (script.leaveAfter ?? 100)) page.abort()
    },
    signal: page.signal,
    onOrdered: async () => void asked.push('saved'),
  }
  const elements = {
    submit: async () => (script.submitError ? { error: script.submitError } : {}),
  } as unknown as StripeElements
  const extended: string[] = []
  const purchase = {
    cart,
    details,
    elements,
    paymentIntentId: intent.id,
    clientSecret: intent.clientSecret,
    returnUrl: 'http://localhost/checkout-api/12345',
    onExtended: (expiresAt: string) => void extended.push(expiresAt),
    onTotalChanged: (totalMinor: number) => void asked.push(`shown ${totalMinor}`),
  }
  return { tools, purchase, told, asked, confirmed, extended, pauses }
}

describe('payByCard', () => {
  it('extends the hold before the card is charged, and orders after', async () => {
    const { tools, purchase, told, asked, extended } = scene({
      orders: [success],
      confirmation: { paymentIntent: { status: 'succeeded' } as never },
    })
    await payByCard(tools, purchase)
    const steps = [cartCalls.startPayment.path, 'confirm', checkout.createOrder.path, 'saved']
    expect(asked).toEqual(steps)
    expect(extended).toEqual(['2026-12-01T20:20:00.000Z'])
    expect(told).toEqual([
      { type: 'confirming', wait: 'usual', isPaid: true, reference: 'pi_1' },
      { type: 'ordered', orderId: order.id },
    ])
  })

  it('tells the provider who pays, in the United States, and leaves the page only if it must', async () => {
    const { tools, purchase, confirmed } = scene({
      orders: [success],
      confirmation: { paymentIntent: { status: 'succeeded' } as never },
    })
    const typed = {
      email: 'ana@example.com',
      phone: '555 0100',
      address: '1 Main St',
      city: 'New York',
      state: 'NY',
      zipCode: '10001',
    }
    await payByCard(tools, { ...purchase, details: { ...details, ...typed } })
    expect(confirmed).toMatchObject([
      {
        redirect: 'if_required',
        confirmParams: {
          payment_method_data: {
            billing_details: {
              name: 'Ana Silva',
              email: 'ana@example.com',
              phone: '555 0100',
              address: {
                line1: '1 Main St',
                city: 'New York',
                state: 'NY',
                postal_code: '10001',
                country: 'US',
              },
            },
          },
        },
      },
    ])
  })

  it('stops before any charge when the hold is over', async () => {
    const { tools, purchase, told, asked } = scene({
      orders: [],
      startPayment: refusal(410, 'hold_expired'),
    })
    await payByCard(tools, purchase)
    expect(asked).not.toContain('confirm')
    expect(told).toEqual([{ type: 'holdLapsed' }])
  })

  it('charges no total that the buyer has not seen', async () => {
    const { tools, purchase, asked } = scene({ orders: [], startPayment: { totalMinor: 9999 } })
    await payByCard(tools, purchase)
    expect(asked).toEqual([cartCalls.startPayment.path, 'shown 9999'])
  })

  it('asks nobody while the payment form is incomplete', async () => {
    const { tools, purchase, told, asked } = scene({
      orders: [],
      submitError: { message: 'Your card number is incomplete.' },
    })
    await payByCard(tools, purchase)
    expect(asked).toEqual([])
    expect(told).toMatchObject([
      { type: 'refused', problem: { message: 'Your card number is incomplete.', isCard: true } },
    ])
  })

  it('makes no order of a declined card, and leaves no mark of it', async () => {
    const { tools, purchase, told, asked } = scene({
      orders: [],
      confirmation: { error: { type: 'card_error', message: 'Your card was declined.' } },
    })
    await payByCard(tools, purchase)
    expect(asked).not.toContain(checkout.createOrder.path)
    expect(told).toMatchObject([
      { type: 'refused', problem: { message: 'Your card was declined.' } },
    ])
    expect(readPendingPayment(cart.cartId)).toBeNull()
  })

  it('finds out the truth when the answer of the bank is lost', async () => {
    const { tools, purchase, told } = scene({
      orders: [success],
      confirmation: { error: { type: 'api_connection_error' } },
    })
    await payByCard(tools, purchase)
    expect(told.at(-1)).toEqual({ type: 'ordered', orderId: order.id })
  })
})

describe('finishPayment', () => {
  it("shows the bank's reason when a reload comes back to a declined card", async () => {
    const { tools, told } = scene({
      orders: [unpaid],
      intent: {
        status: 'requires_payment_method',
        last_payment_error: { message: 'Your card has expired.' },
      },
    })
    await finishPayment(tools, mark)
    expect(told).toMatchObject([
      { type: 'refused', problem: { message: 'Your card has expired.' } },
    ])
  })

  it('says that the bank takes its time, and asks ever less often', async () => {
    const { tools, told, pauses } = scene({
      orders: [unpaid, unpaid, unpaid, success],
      intent: { status: 'processing' },
    })
    await finishPayment(tools, mark)
    expect(told[0]).toMatchObject({ type: 'confirming', wait: 'bank' })
    expect(told.at(-1)).toEqual({ type: 'ordered', orderId: order.id })
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
    expect(new Set(pauses).size).toBe(3)
  })

  it('follows a refund until the money is back, though the bank sent it back at first', async () => {
    const refund = { reference: 'RF-1', amountMinor: 7596, currency: 'usd' }
    const { tools, told } = scene({
      orders: [refusal(409, 'payment_refunded')],
      statuses: [
        { state: 'refund_pending', ...refund },
        { state: 'refund_failed', ...refund },
        { state: 'refunded', ...refund },
      ],
    })
    await finishPayment(tools, mark)
    expect(told).toMatchObject([
      { type: 'refunded', refund: { state: 'refund_pending', reference: 'RF-1' } },
      { type: 'refunded', refund: { state: 'refund_failed' } },
      { type: 'refunded', refund: { state: 'refunded' } },
    ])
  })

  it('explains a server out of reach, and goes on when it is back', async () => {
    const { tools, told } = scene({ orders: [...Array(8).fill(lost), success] })
    await finishPayment(tools, mark)
    expect(told.map((event) => ('wait' in event ? event.wait : event.type))).toEqual([
      ...['usual', 'usual', 'slow', 'slow', 'slow', 'slow', 'unreached', 'unreached'],
      'ordered',
    ])
  })

  it('does not claim that a payment succeeded where nobody said so', async () => {
    const { tools, told } = scene({ orders: [lost], leaveAfter: 8 })
    await finishPayment(tools, { ...mark, isPaid: false })
    expect(told.at(-1)).toMatchObject({ type: 'confirming', wait: 'unreached', isPaid: false })
  })

  it('finds the order that a webhook made, where nothing but the payment is remembered', async () => {
    const { tools, told } = scene({
      orders: [],
      statuses: [{ state: 'processing' }, { state: 'ticketed', orderId: order.id }],
      intent: { status: 'succeeded' },
    })
    await finishPayment(tools, { ...mark, purchase: null })
    expect(told.at(-1)).toEqual({ type: 'ordered', orderId: order.id })
  })

  it('has nothing to do for a payment of another browser', async () => {
    const { tools, told } = scene({ orders: [], statuses: [refusal(404, 'payment_not_found')] })
    await finishPayment(tools, { ...mark, purchase: null })
    expect(told).toEqual([{ type: 'idle' }])
  })

  it('offers to hold again when the payment was canceled with its hold', async () => {
    const canceled = { state: 'failed', reason: 'This payment was canceled.', mayRetry: false }
    const { tools, told } = scene({ orders: [unpaid], statuses: [canceled] })
    await finishPayment(tools, mark)
    expect(told).toEqual([{ type: 'holdLapsed' }])
  })

  it('stops with the page', async () => {
    const { tools, asked } = scene({ orders: [lost], leaveAfter: 3 })
    await finishPayment(tools, mark)
    expect(asked).toHaveLength(3)
  })
})

describe('completeFreeOrder', () => {
  it('orders without a card', async () => {
    const { tools, purchase, told, asked } = scene({ orders: [success] })
    await completeFreeOrder(tools, purchase)
    expect(asked).not.toContain('confirm')
    expect(told.at(-1)).toEqual({ type: 'ordered', orderId: order.id })
  })

  it('keeps trying over a lost connection', async () => {
    const { tools, purchase, told } = scene({ orders: [lost, lost, success] })
    await completeFreeOrder(tools, purchase)
    expect(told.at(-1)).toEqual({ type: 'ordered', orderId: order.id })
  })

  it("returns to the form with the server's reason", async () => {
    const reason = 'This cart has to be paid before it becomes an order.'
    const { tools, purchase, told } = scene({
      orders: [refusal(402, 'payment_not_succeeded', reason)],
    })
    await completeFreeOrder(tools, purchase)
    expect(told.at(-1)).toMatchObject({
      type: 'refused',
      problem: { title: 'Order Creation Failed', message: reason },
    })
  })
})
