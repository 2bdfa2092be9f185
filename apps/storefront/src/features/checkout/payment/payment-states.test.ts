import { describe, expect, it } from 'vitest'
import { declined } from './declines.ts'
import {
  FILLING,
  isUnderWay,
  nextState,
  OPENING,
  type PaymentEvent,
  type PaymentState,
  type Refund,
  type Wait,
} from './payment-states.ts'

const after = (...events: PaymentEvent[]): PaymentState => events.reduce(nextState, FILLING)
const submitted: PaymentEvent = { type: 'submitted' }
const confirming = (wait: Wait = 'usual'): PaymentEvent => ({
  type: 'confirming',
  wait,
  isPaid: true,
  reference: 'pi_1',
})
const timeRanOut: PaymentEvent = { type: 'timeRanOut' }
const ordered: PaymentEvent = { type: 'ordered', orderId: 'o1' }
const refund = (state: Refund['state']): PaymentEvent => ({
  type: 'refunded',
  refund: { state, reference: 'RF-1', amountMinor: 7596, currency: 'usd' },
})

describe('the way of a payment', () => {
  it('goes from the form over the bank to the order', () => {
    expect(after(submitted)).toEqual({ step: 'authorising' })
    const confirmed = after(submitted, confirming())
    expect(confirmed).toEqual({
      step: 'confirming',
      wait: 'usual',
      isPaid: true,
      reference: 'pi_1',
    })
    expect(nextState(confirmed, ordered)).toMatchObject({ step: 'done', orderId: 'o1' })
  })

  it('opens the form only once it was looked whether an earlier payment is under way', () => {
    expect(nextState(OPENING, submitted)).toBe(OPENING)
    expect(nextState(OPENING, timeRanOut)).toBe(OPENING)
    expect(nextState(OPENING, { type: 'idle' })).toEqual(FILLING)
    expect(nextState(OPENING, confirming()).step).toBe('confirming')
  })

  it('takes a second press while one is under way for none', () => {
    const once = after(submitted)
    expect(nextState(once, submitted)).toBe(once)
    expect(isUnderWay(once)).toBe(true)
  })

  it('ends an idle hold when the clock runs out, and never a payment under way', () => {
    expect(after(timeRanOut)).toEqual({ step: 'expired' })
    expect(after(submitted, timeRanOut)).toEqual({ step: 'authorising' })
    expect(after(submitted, confirming(), timeRanOut).step).toBe('confirming')
    expect(after({ type: 'elsewhere' }, timeRanOut)).toEqual({ step: 'elsewhere' })
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

  it('never asks for a card again while the server is out of reach', () => {
    const lost = after(submitted, confirming('unreached'))
    expect(lost).toMatchObject({ step: 'confirming', wait: 'unreached', reference: 'pi_1' })
    expect(nextState(lost, submitted)).toBe(lost)
    expect(nextState(lost, ordered).step).toBe('done')
  })

  it('waits while another tab pays, and goes where that tab went', () => {
    const elsewhere = after({ type: 'elsewhere' })
    expect(isUnderWay(elsewhere)).toBe(true)
    expect(nextState(elsewhere, submitted)).toBe(elsewhere)
    expect(nextState(elsewhere, { type: 'idle' })).toEqual(FILLING)
    expect(nextState(elsewhere, ordered).step).toBe('done')
    expect(nextState(elsewhere, confirming()).step).toBe('confirming')
  })

  it('follows a refund until it is there, and leaves it only for a new hold', () => {
    const pending = after(submitted, confirming(), refund('refund_pending'))
    expect(nextState(pending, confirming())).toBe(pending)
    const refunded = nextState(pending, refund('refunded'))
    expect(refunded).toMatchObject({ step: 'refunded', refund: { state: 'refunded' } })
    expect(nextState(refunded, { type: 'heldAgain' })).toEqual(FILLING)
  })

  it('stays done', () => {
    const done = after(submitted, confirming(), ordered)
    expect(nextState(done, timeRanOut)).toBe(done)
  })
})
