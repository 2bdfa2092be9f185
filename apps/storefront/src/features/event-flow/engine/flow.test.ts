import { describe, expect, it } from 'vitest'
import { checkoutFlow, purchaseFlow, rescheduleFlow, upgradeFlow } from '../../../../test/flows.ts'
import type { Choice, Flow, StepId } from '../../../routing/families.ts'
import {
  type ChoiceState,
  countedAs,
  countedSteps,
  decideStep,
  type FlowFacts,
  problemAt,
  stepAfter,
  stepBefore,
  visibleSteps,
} from './flow.ts'

type Choices = Partial<Record<Choice, ChoiceState>>

const factsOf = (choices: Choices, ...skipped: StepId[]): FlowFacts => ({
  choices: {
    date: 'missing',
    tickets: 'missing',
    session: 'missing',
    cart: 'missing',
    order: 'missing',
    ...choices,
  },
  skipped: new Set(skipped),
  undecided: new Set(),
})
const complete = { date: 'ok', tickets: 'ok', session: 'ok' } as const

const api = purchaseFlow('/events-api')
const legacy = purchaseFlow('/event')

describe('the step to which a link leads', () => {
  it.each<[string, StepId, Choices, StepId]>([
    ['the date step needs nothing', 'date', {}, 'date'],
    ['tickets without a date', 'tickets', {}, 'date'],
    ['tickets with a date', 'tickets', { date: 'ok' }, 'tickets'],
    ['tickets on a day that has passed', 'tickets', { date: 'date_past' }, 'date'],
    ['tickets on a sold-out day', 'tickets', { date: 'date_sold_out' }, 'date'],
    ['time without tickets', 'time', { date: 'ok' }, 'tickets'],
    ['time without anything', 'time', {}, 'date'],
    ['time with both', 'time', { date: 'ok', tickets: 'ok' }, 'time'],
    ['a withdrawn type', 'review', { ...complete, tickets: 'tickets_withdrawn' }, 'tickets'],
    ['too many', 'time', { ...complete, tickets: 'tickets_above_maximum' }, 'tickets'],
    ['review without a time', 'review', { ...complete, session: 'missing' }, 'time'],
    ['a sold-out session', 'review', { ...complete, session: 'session_sold_out' }, 'time'],
    ['a session that is gone', 'review', { ...complete, session: 'session_gone' }, 'time'],
    ['the earliest gap', 'review', { date: 'date_past', session: 'session_gone' }, 'date'],
    ['review with everything', 'review', complete, 'review'],
    ['payment without a cart', 'payment', complete, 'review'],
    ['payment without anything', 'payment', {}, 'date'],
    ['payment with a cart alone', 'payment', { cart: 'ok' }, 'payment'],
    ['going back keeps what was chosen', 'date', complete, 'date'],
  ])('%s', (_, wanted, choices, expected) => {
    expect(decideStep(api, wanted, factsOf(choices))).toBe(expected)
    expect(decideStep(legacy, wanted, factsOf(choices))).toBe(expected)
    expect(decideStep(checkoutFlow, wanted, factsOf(choices))).toBe(expected)
  })

  it('skips the time step if the day has one session', () => {
    expect(decideStep(api, 'time', factsOf(complete, 'time'))).toBe('review')
    expect(decideStep(api, 'time', factsOf({ date: 'ok' }, 'time'))).toBe('tickets')
  })

  it('skips several steps at once', () => {
    const facts = factsOf(complete, 'upsell', 'time', 'addons')
    expect(decideStep(legacy, 'upsell', facts)).toBe('review')
  })

  it('a step that must correct a choice is not skipped', () => {
    const facts = factsOf({ ...complete, session: 'session_sold_out' }, 'time')
    expect(decideStep(api, 'review', facts)).toBe('time')
  })

  it('the confirmation needs an order, and without one leads to the payment', () => {
    expect(decideStep(checkoutFlow, 'confirmation', factsOf({ order: 'ok' }))).toBe('confirmation')
    expect(decideStep(checkoutFlow, 'confirmation', factsOf({ cart: 'ok' }))).toBe('payment')
    expect(decideStep(checkoutFlow, 'confirmation', factsOf(complete))).toBe('review')
  })
})

describe('the flow that changes an order', () => {
  it('a reschedule has two steps: a date, then a time', () => {
    const facts = factsOf({ date: 'ok', order: 'ok' })
    expect(stepAfter(rescheduleFlow, 'date', facts)?.id).toBe('time')
    expect(stepBefore(rescheduleFlow, 'time', facts)?.id).toBe('date')
    expect(decideStep(rescheduleFlow, 'time', factsOf({}))).toBe('date')
  })

  it('an upgrade has one step, for any day', () => {
    expect(decideStep(upgradeFlow, 'tickets', factsOf({}))).toBe('tickets')
    expect(stepBefore(upgradeFlow, 'tickets', factsOf({}))).toBeNull()
  })

  it('a link to a step that the flow lacks leads to its first step', () => {
    expect(decideStep(rescheduleFlow, 'review', factsOf(complete))).toBe('date')
    expect(decideStep(upgradeFlow, 'date', factsOf(complete))).toBe('tickets')
  })
})

describe('moving on and back', () => {
  const labels = (flow: Flow, facts: FlowFacts) => visibleSteps(flow, facts).map((one) => one.label)

  it('shows the steps of the family, skipped ones left out', () => {
    expect(labels(api, factsOf({}))).toEqual(['Date', 'Tickets', 'Time', 'Review', 'Checkout'])
    expect(labels(legacy, factsOf({}))).toEqual([
      'Date',
      'Tickets',
      'Upgrade',
      'Time',
      'Add-ons',
      'Review',
      'Payment',
    ])
    expect(labels(legacy, factsOf({}, 'upsell', 'time', 'addons'))).toEqual([
      'Date',
      'Tickets',
      'Review',
      'Payment',
    ])
    expect(labels(checkoutFlow, factsOf({}))).toEqual([
      'Date',
      'Tickets',
      'Time',
      'Review',
      'Payment',
      'Confirmation',
    ])
  })

  it('an event with one date begins with the tickets, and its own page is still shown', () => {
    const facts = factsOf({ date: 'ok' }, 'date')
    expect(labels(api, facts)).toEqual(['Tickets', 'Time', 'Review', 'Checkout'])
    expect(decideStep(api, 'date', facts)).toBe('date')
    expect(stepAfter(api, 'date', facts)?.id).toBe('tickets')
    expect(stepBefore(api, 'tickets', facts)).toBeNull()
  })

  it('goes to the next and the previous visible step', () => {
    const facts = factsOf(complete, 'time')
    expect(stepAfter(api, 'tickets', factsOf(complete))?.id).toBe('time')
    expect(stepAfter(api, 'tickets', facts)?.id).toBe('review')
    expect(stepBefore(api, 'review', facts)?.id).toBe('tickets')
    expect(stepAfter(legacy, 'tickets', factsOf(complete))?.id).toBe('upsell')
    expect(stepAfter(legacy, 'time', factsOf(complete))?.id).toBe('addons')
  })

  it('leaves the flow before the first step and ends after the last', () => {
    expect(stepBefore(api, 'date', factsOf(complete))).toBeNull()
    expect(stepAfter(api, 'payment', factsOf(complete))).toBeNull()
  })
})

describe('the steps that the indicator counts', () => {
  const counted = (flow: Flow, current: StepId, facts: FlowFacts) =>
    countedSteps(flow, current, facts).map(({ label }) => label)

  it('the count of the first page stays the same on every later page', () => {
    const first = counted(legacy, 'date', factsOf({}))
    expect(first).toEqual(['Date', 'Tickets', 'Time', 'Add-ons', 'Review', 'Payment'])
    for (const { id } of legacy.steps) {
      for (const upsell of [[], ['upsell']] as const) {
        expect(counted(legacy, id, factsOf(complete, ...upsell))).toEqual(first)
      }
    }
  })

  it('the offer of an upgrade belongs to the tickets', () => {
    expect(countedAs(legacy, 'upsell')).toBe('tickets')
    expect(countedAs(legacy, 'time')).toBe('time')
  })

  it('a step that may fall away is counted only while it is shown', () => {
    const facts = { ...factsOf({}), undecided: new Set<StepId>(['time', 'addons']) }
    expect(counted(legacy, 'date', facts)).toEqual(['Date', 'Tickets', 'Review', 'Payment'])
    expect(counted(legacy, 'time', facts)).toContain('Time')
  })
})

describe('the reason shown on a step', () => {
  it('a problem is shown on the step that can solve it, and only there', () => {
    const facts = factsOf({ ...complete, session: 'session_sold_out' })
    expect(problemAt(api, 'time', facts)).toBe('session_sold_out')
    expect(problemAt(api, 'tickets', facts)).toBeNull()
  })

  it('a choice that was not made has no problem', () => {
    expect(problemAt(api, 'date', factsOf({}))).toBeNull()
  })
})
