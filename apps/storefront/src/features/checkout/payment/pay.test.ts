import { ApiError, type Client, cart as cartCalls, checkout, type Endpoint } from '@foyer/contract'
import type { PaymentIntentResult, Stripe, StripeElements } from '@stripe/stripe-js'
import { describe, expect, it } from 'vitest'
import { aCart, anOrder } from '../../../shared/fixtures.ts'
import { type Details, NO_DETAILS } from '../details/details.ts'
import { finishPayment, type PaymentTools } from './finish-payment.ts'
import { completeFreeOrder, payByCard } from './pay.ts'
import type { PaymentEvent } from './payment-flow.ts'

const details: Details = { ...NO_DETAILS, firstName: 'Ana', lastName: 'Silva' }
const cart = aCart()
const mark = { cart, details, paymentIntentId: 'pi_1', clientSecret: 'pi_1_secret' }
const { order } = anOrder()
const refusal = (status: number, code: string, error = 'text') =>
  new ApiError(status, JSON.stringify({ error, code }), '')

interface Script {
  /** Answers of the order call, the last one repeated. */
  orders: unknown[]
  confirmation?: Partial<PaymentIntentResult>
  intent?: { status: string; last_payment_error?: { message: string } | null }
  startPayment?: Error
  submitError?: { message: string }
}

/** The provider and the server as a script, and everything the page was told. */
function scene(script: Script) {
  const told: PaymentEvent[] = []
  const asked: string[] = []
  const orders = [...script.orders]
  const call = async (endpoint: Endpoint) => {
    asked.push(endpoint.path)
    if (endpoint === cartCalls.startPayment) {
      if (script.startPayment) throw script.startPayment
      return { expiresAt: '2026-12-01T20:20:00.000Z', totalMinor: 7596, currency: 'usd' }
    }
    if (endpoint !== checkout.createOrder) throw new Error(`unexpected ${endpoint.path}`)
    const answer = orders.length > 1 ? orders.shift() : orders[0]
    if (answer instanceof Error) throw answer
    return answer
  }
  const stripe = {
    confirmPayment: async () => {
      asked.push('confirm')
      return script.confirmation
    },
    retrievePaymentIntent: async () => ({ paymentIntent: script.intent }),
  } as unknown as Stripe
  const tools: PaymentTools = {
    call: call as Client,
    stripe: async () => stripe,
    report: (event) => void told.push(event),
    wait: async () => {},
    onOrdered: async () => void asked.push('saved'),
  }
  const elements = {
    submit: async () => (script.submitError ? { error: script.submitError } : {}),
  } as unknown as StripeElements
  const extended: string[] = []
  const purchase = {
    ...mark,
    elements,
    returnUrl: 'http://localhost/checkout-api/12345',
    onExtended: (expiresAt: string) => void extended.push(expiresAt),
  }
  return { tools, purchase, told, asked, extended }
}

const success = { id: order.id, orderId: order.id, order }

describe('payByCard', () => {
  it('extends the hold before the card is charged, and orders after', async () => {
    const { tools, purchase, told, asked, extended } = scene({
      orders: [success],
      confirmation: { paymentIntent: { status: 'succeeded' } as never },
    })
    await payByCard(tools, purchase)
    expect(asked).toEqual([
      cartCalls.startPayment.path,
      'confirm',
      checkout.createOrder.path,
      'saved',
    ])
    expect(extended).toEqual(['2026-12-01T20:20:00.000Z'])
    expect(told).toEqual([{ type: 'resumed' }, { type: 'ordered', orderId: order.id }])
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

  it('asks nobody while the card form is incomplete', async () => {
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

  it('makes no order of a declined card', async () => {
    const { tools, purchase, told, asked } = scene({
      orders: [],
      confirmation: { error: { type: 'card_error', message: 'Your card was declined.' } },
    })
    await payByCard(tools, purchase)
    expect(asked).not.toContain(checkout.createOrder.path)
    expect(told).toMatchObject([
      { type: 'refused', problem: { message: 'Your card was declined.' } },
    ])
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
      orders: [refusal(402, 'payment_not_succeeded')],
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

  it('waits while the bank is still at it', async () => {
    const unpaid = refusal(402, 'payment_not_succeeded')
    const { tools, told } = scene({
      orders: [unpaid, unpaid, success],
      intent: { status: 'processing' },
    })
    await finishPayment(tools, mark)
    expect(told).toEqual([{ type: 'ordered', orderId: order.id }])
  })

  it('names a refund', async () => {
    const { tools, told } = scene({ orders: [refusal(409, 'payment_refunded')] })
    await finishPayment(tools, mark)
    expect(told).toEqual([{ type: 'refunded', reference: 'pi_1' }])
  })

  it('keeps the reference where our server cannot be reached', async () => {
    const { tools, told } = scene({ orders: [new TypeError('Failed to fetch')] })
    await finishPayment(tools, mark)
    expect(told.at(-1)).toMatchObject({
      type: 'stuck',
      title: 'Order Creation Failed',
      reference: 'pi_1',
    })
  })

  it('offers to hold again when the intent was canceled with its hold', async () => {
    const { tools, told } = scene({
      orders: [refusal(402, 'payment_not_succeeded')],
      intent: { status: 'canceled' },
    })
    await finishPayment(tools, mark)
    expect(told).toEqual([{ type: 'holdLapsed' }])
  })
})

describe('completeFreeOrder', () => {
  it('orders without a card', async () => {
    const { tools, purchase, told, asked } = scene({ orders: [success] })
    await completeFreeOrder(tools, purchase)
    expect(asked).not.toContain('confirm')
    expect(told.at(-1)).toEqual({ type: 'ordered', orderId: order.id })
  })

  it('never claims that a payment succeeded', async () => {
    const { tools, purchase, told } = scene({ orders: [new TypeError('Failed to fetch')] })
    await completeFreeOrder(tools, purchase)
    expect(told.at(-1)).toMatchObject({
      type: 'refused',
      problem: { title: 'Order Creation Failed' },
    })
  })
})
