import { describe, expect, it } from 'vitest'
import { declined } from '../../../shared/payment/declines.ts'
import {
  FILLING,
  isInProgress,
  nextState,
  OPENING,
  type PaymentEvent,
  type PaymentState,
  type Refund,
  type Wait,
} from './payment-states.ts'

const after = (...events: PaymentEvent[]): PaymentState => events.reduce(nextState, FILLING)
const submitted: PaymentEvent = { type: 'submitted', wallet: null }
const confirming = (wait: Wait = 'usual'): PaymentEvent => ({
  type: 'confirming',
  wait,
  isPaid: true,
  reference: 'pi_1',
})
const countdownEnded: PaymentEvent = { type: 'countdownEnded' }
const ordered: PaymentEvent = { type: 'ordered', orderId: 'o1' }
const refund = (state: Refund['state']): PaymentEvent => ({
  type: 'refunded',
  refund: {
    state,
    reference: 'RF-1',
    amountMinor: 7596,
    currency: 'usd',
    isCalledOff: false,
    isOverLimit: false,
  },
})

describe('the states of a payment', () => {
  it('lead from the form through the bank to the order', () => {
    expect(after(submitted)).toEqual({ step: 'authorising', wallet: null })
    const confirmed = after(submitted, confirming())
    expect(confirmed).toEqual({
      step: 'confirming',
      wait: 'usual',
      isPaid: true,
      reference: 'pi_1',
    })
    expect(nextState(confirmed, ordered)).toMatchObject({ step: 'done', orderId: 'o1' })
  })

  it('open the form only after the search for an earlier payment', () => {
    expect(nextState(OPENING, submitted)).toBe(OPENING)
    expect(nextState(OPENING, countdownEnded)).toBe(OPENING)
    expect(nextState(OPENING, { type: 'nothingPending' })).toEqual(FILLING)
    expect(nextState(OPENING, confirming()).step).toBe('confirming')
  })

  it('ignore a second press while a payment is under way', () => {
    const once = after(submitted)
    expect(nextState(once, submitted)).toBe(once)
    expect(isInProgress(once)).toBe(true)
  })

  it('let the countdown end a hold that is not being paid, and never a payment under way', () => {
    expect(after(countdownEnded)).toEqual({ step: 'expired' })
    expect(after(submitted, countdownEnded)).toEqual({ step: 'authorising', wallet: null })
    expect(after(submitted, confirming(), countdownEnded).step).toBe('confirming')
    expect(after({ type: 'otherTabPays' }, countdownEnded)).toEqual({ step: 'otherTab' })
  })

  it('follow the server when it says that the hold has expired', () => {
    expect(after(submitted, { type: 'holdExpired' })).toEqual({ step: 'expired' })
    expect(after(countdownEnded, { type: 'heldAgain' })).toEqual(FILLING)
  })

  it('return to the form with the reason of a refusal, ready for another card', () => {
    const problem = declined('Your card was declined.')
    const refused = after(submitted, { type: 'refused', problem })
    expect(refused).toEqual({ step: 'filling', problem })
    expect(nextState(refused, submitted)).toEqual({ step: 'authorising', wallet: null })
  })

  it('never ask for a card again while the server does not answer', () => {
    const lost = after(submitted, confirming('unreached'))
    expect(lost).toMatchObject({ step: 'confirming', wait: 'unreached', reference: 'pi_1' })
    expect(nextState(lost, submitted)).toBe(lost)
    expect(nextState(lost, ordered).step).toBe('done')
  })

  it('wait while another tab pays, and follow its outcome', () => {
    const otherTab = after({ type: 'otherTabPays' })
    expect(isInProgress(otherTab)).toBe(true)
    expect(nextState(otherTab, submitted)).toBe(otherTab)
    expect(nextState(otherTab, { type: 'nothingPending' })).toEqual(FILLING)
    expect(nextState(otherTab, ordered).step).toBe('done')
    expect(nextState(otherTab, confirming()).step).toBe('confirming')
  })

  it('follow a refund to its end, and leave it only for a new hold', () => {
    const pending = after(submitted, confirming(), refund('refund_pending'))
    expect(nextState(pending, confirming())).toBe(pending)
    const refunded = nextState(pending, refund('refunded'))
    expect(refunded).toMatchObject({ step: 'refunded', refund: { state: 'refunded' } })
    expect(nextState(refunded, { type: 'heldAgain' })).toEqual(FILLING)
  })

  it('never leave an order', () => {
    const done = after(submitted, confirming(), ordered)
    expect(nextState(done, countdownEnded)).toBe(done)
  })
})
