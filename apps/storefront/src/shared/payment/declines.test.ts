import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { describe, expect, it } from 'vitest'
import { declined, verdictOn, verdictOnIntent } from './declines.ts'

const errorOf = (error: Partial<StripeError> & Pick<StripeError, 'type'>): StripeError => error

describe('verdictOn', () => {
  it('asks the server for the order once the provider has the money, or expects it', () => {
    expect(verdictOn({ paymentIntent: { status: 'succeeded' } })).toEqual({
      kind: 'ask_server',
      isPaid: true,
    })
    expect(verdictOn({ paymentIntent: { status: 'processing' } })).toEqual({
      kind: 'ask_server',
      isPaid: false,
    })
  })

  it("gives the provider's reason for a declined card, and what helps", () => {
    const message = 'Your card has insufficient funds.'
    const error = errorOf({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message,
    })
    expect(verdictOn({ error })).toEqual({
      kind: 'refused',
      problem: {
        title: 'Payment Failed',
        message,
        advice: 'Use another card or another way to pay.',
        isCard: true,
      },
    })
  })

  it('falls back to the plain text if no reason is given', () => {
    const verdict = verdictOn({ error: errorOf({ type: 'card_error' }) })
    expect(verdict).toMatchObject({ problem: { message: 'Payment failed' } })
  })

  it.each(['api_connection_error', 'api_error', 'rate_limit_error', 'idempotency_error'] as const)(
    'never calls a payment failed after %s, because the card may have been charged',
    (type) => {
      expect(verdictOn({ error: errorOf({ type }) }).kind).toBe('ask_server')
    },
  )
})

describe('declined', () => {
  it('does not reveal that a card was reported lost or stolen', () => {
    const plain = declined('Your card was declined.', 'generic_decline')
    expect(declined('Your card was declined.', 'lost_card')).toEqual(plain)
    expect(declined('Your card was declined.', 'stolen_card')).toEqual(plain)
  })
})

describe('verdictOnIntent', () => {
  it.each([
    ['succeeded', { kind: 'wait', wait: 'usual' }],
    ['requires_capture', { kind: 'wait', wait: 'usual' }],
    ['processing', { kind: 'wait', wait: 'bank' }],
    ['canceled', { kind: 'canceled' }],
    ['requires_action', { problem: { message: 'Your bank’s check was not finished.' } }],
    ['requires_confirmation', { problem: { message: 'Your bank’s check was not finished.' } }],
    [
      'requires_payment_method',
      { problem: { message: 'Your payment was interrupted before it reached the bank.' } },
    ],
  ] as const)('reads %s', (status, verdict) => {
    expect(verdictOnIntent({ status, last_payment_error: null })).toMatchObject(verdict)
  })

  it('names the reason of the last refusal', () => {
    const intent = {
      status: 'requires_payment_method',
      last_payment_error: { code: 'expired_card', message: 'Your card has expired.' },
    } as PaymentIntent
    expect(verdictOnIntent(intent)).toMatchObject({
      problem: {
        message: 'Your card has expired.',
        advice: 'Check the expiration date, or use another card.',
      },
    })
  })
})
