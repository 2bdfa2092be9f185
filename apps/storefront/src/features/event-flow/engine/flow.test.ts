import { describe, expect, it } from 'vitest'
import {
  type Choice,
  type ChoiceState,
  decideStep,
  EVENT_FLOW,
  type FlowFacts,
  problemAt,
  type StepId,
  stepAfter,
  stepBefore,
  visibleSteps,
} from './flow.ts'

const factsOf = (
  choices: Partial<Record<Choice, ChoiceState>>,
  isTimeSkipped = false,
): FlowFacts => ({
  choices: { date: 'missing', tickets: 'missing', session: 'missing', cart: 'missing', ...choices },
  isTimeSkipped,
})
const complete = { date: 'ok', tickets: 'ok', session: 'ok' } as const

describe('where a link lands', () => {
  it.each<[string, StepId, Partial<Record<Choice, ChoiceState>>, StepId]>([
    ['the date step needs nothing', 'date', {}, 'date'],
    ['tickets without a date', 'tickets', {}, 'date'],
    ['tickets with a date', 'tickets', { date: 'ok' }, 'tickets'],
    ['tickets on a day that has passed', 'tickets', { date: 'date_past' }, 'date'],
    ['tickets on a sold-out day', 'tickets', { date: 'date_sold_out' }, 'date'],
    ['time without tickets', 'time', { date: 'ok' }, 'tickets'],
    ['time without anything', 'time', {}, 'date'],
    ['time with both', 'time', { date: 'ok', tickets: 'ok' }, 'time'],
    ['a withdrawn type', 'review', { ...complete, tickets: 'tickets_withdrawn' }, 'tickets'],
    [
      'a quantity above the maximum',
      'time',
      { ...complete, tickets: 'tickets_above_maximum' },
      'tickets',
    ],
    ['review without a time', 'review', { ...complete, session: 'missing' }, 'time'],
    [
      'review of a sold-out session',
      'review',
      { ...complete, session: 'session_sold_out' },
      'time',
    ],
    [
      'review of a session that is gone',
      'review',
      { ...complete, session: 'session_gone' },
      'time',
    ],
    [
      'the earliest of several gaps',
      'review',
      { date: 'date_past', session: 'session_gone' },
      'date',
    ],
    ['review with everything', 'review', complete, 'review'],
    ['checkout without a cart', 'checkout', complete, 'review'],
    ['checkout without anything', 'checkout', {}, 'date'],
    ['checkout with a cart alone', 'checkout', { cart: 'ok' }, 'checkout'],
    ['going back keeps what was chosen', 'date', complete, 'date'],
  ])('%s', (_, wanted, choices, expected) => {
    expect(decideStep(EVENT_FLOW, wanted, factsOf(choices))).toBe(expected)
  })

  it('passes over the time step where the day has one session', () => {
    expect(decideStep(EVENT_FLOW, 'time', factsOf(complete, true))).toBe('review')
    expect(decideStep(EVENT_FLOW, 'time', factsOf({ date: 'ok' }, true))).toBe('tickets')
  })
})

describe('moving on and back', () => {
  const facts = factsOf(complete)
  const short = factsOf(complete, true)

  it('shows five steps, four without the time step', () => {
    expect(visibleSteps(EVENT_FLOW, facts).map(({ label }) => label)).toEqual([
      'Date',
      'Tickets',
      'Time',
      'Review',
      'Checkout',
    ])
    expect(visibleSteps(EVENT_FLOW, short).map(({ id }) => id)).not.toContain('time')
  })

  it('goes to the next and the previous visible step', () => {
    expect(stepAfter(EVENT_FLOW, 'tickets', facts)?.id).toBe('time')
    expect(stepAfter(EVENT_FLOW, 'tickets', short)?.id).toBe('review')
    expect(stepBefore(EVENT_FLOW, 'review', facts)?.id).toBe('time')
    expect(stepBefore(EVENT_FLOW, 'review', short)?.id).toBe('tickets')
  })

  it('leaves the flow before the first step and ends after the last', () => {
    expect(stepBefore(EVENT_FLOW, 'date', facts)).toBeNull()
    expect(stepAfter(EVENT_FLOW, 'checkout', facts)).toBeNull()
  })
})

describe('a word of why', () => {
  it('stands on the step that can mend it, and only there', () => {
    const facts = factsOf({ ...complete, session: 'session_sold_out' })
    expect(problemAt(EVENT_FLOW, 'time', facts)).toBe('session_sold_out')
    expect(problemAt(EVENT_FLOW, 'tickets', facts)).toBeNull()
  })

  it('is not owed for a choice not made yet', () => {
    expect(problemAt(EVENT_FLOW, 'date', factsOf({}))).toBeNull()
  })
})

describe('another family of routes', () => {
  it('is another row of data', () => {
    const flow = {
      ...EVENT_FLOW,
      steps: EVENT_FLOW.steps
        .filter(({ id }) => id !== 'review')
        .map((step) =>
          step.id === 'checkout'
            ? { ...step, requires: ['date', 'tickets', 'session'] as const }
            : step,
        ),
    }
    expect(decideStep(flow, 'checkout', factsOf({ date: 'ok', tickets: 'ok' }))).toBe('time')
    expect(stepAfter(flow, 'time', factsOf(complete))?.id).toBe('checkout')
  })
})
