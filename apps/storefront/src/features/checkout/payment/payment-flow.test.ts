import type { StripeError } from '@stripe/stripe-js'
import { describe, expect, it } from 'vitest'
import {
  declined,
  FILLING,
  isUnderWay,
  nextState,
  type PaymentEvent,
  type PaymentState,
  verdictOnConfirmation,
  verdictOnIntent,
} from './payment-flow.ts'

const after = (...events: PaymentEvent[]): PaymentState => events.reduce(nextState, FILLING)
const submitted: PaymentEvent = { type: 'submitted' }
const resumed: PaymentEvent = { type: 'resumed' }
const timeRanOut: PaymentEvent = { type: 'timeRanOut' }

describe('the way of a payment', () => {
  it('goes from the form over the bank to the order', () => {
    expect(after(submitted)).toEqual({ step: 'authorising' })
    expect(after(submitted, resumed)).toEqual({ step: 'confirming', attempt: 0 })
    expect(after(submitted, resumed, { type: 'ordered', orderId: 'o1' })).toEqual({
      step: 'done',
      orderId: 'o1',
    })
  })

  it('takes a second press while one is under way for none', () => {
    const once = after(submitted)
    expect(nextState(once, submitted)).toBe(once)
    expect(isUnderWay(once)).toBe(true)
  })

  it('ends an idle hold when the clock runs out, and never a payment under way', () => {
    expect(after(timeRanOut)).toEqual({ step: 'expired' })
    expect(after(submitted, timeRanOut)).toEqual({ step: 'authorising' })
    expect(after(submitted, resumed, timeRanOut)).toEqual({ step: 'confirming', attempt: 0 })
  })

  it('believes the server when it says that the hold lapsed', () => {
    expect(after(submitted, { type: 'holdLapsed' })).toEqual({ step: 'expired' })
    expect(after(timeRanOut, { type: 'heldAgain' })).toEqual(FILLING)
  })

  it('returns to the form with the reason after a refusal, ready for another card', () => {
    const problem = declined('Your card was declined.')
    const refused = after(submitted, { type: 'refused', problem })
    expect(refused).toEqual({ step: 'filling', problem })
    expect(nextState(refused, submitted)).toEqual({ step: 'authorising' })
  })

  it('tries again where the server could not be reached, and never asks for a card again', () => {
    const stuck = after(submitted, resumed, {
      type: 'stuck',
      title: 'Order Creation Failed',
      message: 'Please contact support.',
      reference: 'pi_1',
    })
    expect(stuck).toMatchObject({ step: 'stuck', reference: 'pi_1' })
    expect(nextState(stuck, submitted)).toBe(stuck)
    expect(nextState(stuck, resumed)).toEqual({ step: 'confirming', attempt: 0 })
  })

  it('stays refunded and stays done', () => {
    const refunded = after(submitted, resumed, { type: 'refunded', reference: 'pi_1' })
    expect(nextState(refunded, resumed)).toBe(refunded)
    const done = after({ type: 'ordered', orderId: 'o1' })
    expect(nextState(done, timeRanOut)).toBe(done)
  })
})

const errorOf = (error: Partial<StripeError> & Pick<StripeError, 'type'>): StripeError => error

describe('verdictOnConfirmation', () => {
  it('asks the server for the order once the provider has the money', () => {
    expect(verdictOnConfirmation({ paymentIntent: { status: 'succeeded' } }).kind).toBe(
      'ask_server',
    )
    expect(verdictOnConfirmation({ paymentIntent: { status: 'processing' } }).kind).toBe(
      'ask_server',
    )
  })

  it("gives the provider's reason for a declined card", () => {
    const error = errorOf({ type: 'card_error', message: 'Your card has insufficient funds.' })
    expect(verdictOnConfirmation({ error })).toEqual({
      kind: 'refused',
      problem: {
        title: 'Payment Failed',
        message: 'Your card has insufficient funds.',
        isCard: true,
      },
    })
  })

  it('falls back to the plain text where no reason is given', () => {
    const verdict = verdictOnConfirmation({ error: errorOf({ type: 'card_error' }) })
    expect(verdict).toMatchObject({ problem: { message: 'Payment failed' } })
  })

  it.each(['api_connection_error', 'api_error', 'rate_limit_error', 'idempotency_error'] as const)(
    'never calls a payment failed on %s: the card may have been charged',
    (type) => {
      expect(verdictOnConfirmation({ error: errorOf({ type }) }).kind).toBe('ask_server')
    },
  )
})

describe('verdictOnIntent', () => {
  it.each([
    ['succeeded', 'wait'],
    ['processing', 'wait'],
    ['requires_capture', 'wait'],
    ['canceled', 'canceled'],
    ['requires_action', 'refused'],
    ['requires_confirmation', 'refused'],
    ['requires_payment_method', 'refused'],
  ] as const)('reads %s as %s', (status, kind) => {
    expect(verdictOnIntent({ status, last_payment_error: null }).kind).toBe(kind)
  })
})
