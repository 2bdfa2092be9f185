import { describe, expect, it } from 'vitest'
import { ALL_FLOWS } from '../../../../test/flows.ts'
import {
  type Choice,
  EVENT_FAMILY,
  FAMILIES,
  flowOf,
  type StepId,
} from '../../../routing/families.ts'
import {
  type ChoiceState,
  decideStep,
  type FlowFacts,
  problemAt,
  stepAfter,
  stepBefore,
  visibleSteps,
} from './flow.ts'

const STATES: Record<Choice, readonly ChoiceState[]> = {
  date: ['ok', 'missing', 'date_past', 'date_without_sessions', 'date_sold_out'],
  tickets: ['ok', 'missing', 'tickets_withdrawn', 'tickets_above_maximum'],
  session: ['ok', 'missing', 'session_gone', 'session_sold_out'],
  cart: ['ok', 'missing'],
  order: ['ok', 'missing'],
}
const SKIPPABLE: readonly StepId[] = ['date', 'upsell', 'time', 'addons']

/** Every combination of facts about a URL: 5 x 4 x 4 x 2 x 2 choices, 16 ways to skip. */
function* allFacts(): Generator<FlowFacts> {
  for (let mask = 0; mask < 2 ** SKIPPABLE.length; mask += 1) {
    const skipped = new Set(SKIPPABLE.filter((_, bit) => mask & (2 ** bit)))
    for (const date of STATES.date)
      for (const tickets of STATES.tickets)
        for (const session of STATES.session)
          for (const cart of STATES.cart)
            for (const order of STATES.order)
              yield {
                choices: { date, tickets, session, cart, order },
                skipped,
                undecided: new Set(),
              }
  }
}
const FACTS = [...allFacts()]
const COMBINATIONS = 5120
const inFull = ({ choices, skipped }: FlowFacts) => JSON.stringify([choices, [...skipped]])

it('covers every combination', () => {
  expect(FACTS).toHaveLength(COMBINATIONS)
})

describe.each(ALL_FLOWS.map((flow) => [`${flow.prefix} ${flow.mode}`, flow] as const))(
  '%s, with every combination of parameters,',
  (_, flow) => {
    const ids = flow.steps.map(({ id }) => id)
    const stepOf = (id: StepId) => flow.steps.find((step) => step.id === id)
    /** The faulty links to a step, with their facts. */
    const everywhere = (isWrong: (id: StepId, facts: FlowFacts) => unknown) =>
      FACTS.flatMap((facts) =>
        ids.filter((id) => isWrong(id, facts)).map((id) => `${id} with ${inFull(facts)}`),
      )

    it('ends every link in a step whose requirements are met', () => {
      const isUnmet = (id: StepId, facts: FlowFacts) =>
        stepOf(decideStep(flow, id, facts))?.requires.some(
          (choice) => facts.choices[choice] !== 'ok',
        )
      expect(everywhere(isUnmet)).toEqual([])
    })

    it('a link never leads further than its step, except over skipped steps', () => {
      const goesFurther = (id: StepId, facts: FlowFacts) => {
        const due = flow.steps.findIndex((step) => step.id === decideStep(flow, id, facts))
        const passed = flow.steps.slice(ids.indexOf(id), due)
        return !passed.every((step) => facts.skipped.has(step.id))
      }
      expect(everywhere(goesFurther)).toEqual([])
    })

    it('the step that a link leads to does not redirect again', () => {
      const isSentOn = (id: StepId, facts: FlowFacts) => {
        const due = decideStep(flow, id, facts)
        // If a choice is invalid, `due` is the step at which it is corrected.
        return !facts.skipped.has(due) && decideStep(flow, due, facts) !== due
      }
      expect(everywhere(isSentOn)).toEqual([])
    })

    it('has Back and Next that undo each other', () => {
      const isOneWay = (id: StepId, facts: FlowFacts) => {
        if (!visibleSteps(flow, facts).some((step) => step.id === id)) return false
        const next = stepAfter(flow, id, facts)
        const before = stepBefore(flow, id, facts)
        return (
          (next && stepBefore(flow, next.id, facts)?.id !== id) ||
          (before && stepAfter(flow, before.id, facts)?.id !== id)
        )
      }
      expect(everywhere(isOneWay)).toEqual([])
    })

    it('says why a choice cannot be used', () => {
      const isSilent = (id: StepId, facts: FlowFacts) => {
        const due = decideStep(flow, id, facts)
        const supplied = stepOf(due)?.supplies
        const sentBackFor = due !== id && !facts.skipped.has(id) && supplied
        if (!sentBackFor || facts.choices[sentBackFor] === 'missing') return false
        return problemAt(flow, due, facts) !== facts.choices[sentBackFor]
      }
      expect(everywhere(isSilent)).toEqual([])
    })

    it('has each step, address and supplied choice once, and requires only choices that a step supplies', () => {
      expect(new Set(ids).size).toBe(ids.length)
      const addresses = flow.steps.flatMap(({ suffix, alias }) =>
        [suffix ?? [], alias ?? []].flat(),
      )
      expect(new Set(addresses).size).toBe(addresses.length)
      for (const [at, { requires }] of flow.steps.entries()) {
        const earlier = flow.steps.slice(0, at).map(({ supplies }) => supplies)
        expect(requires.filter((choice) => !earlier.includes(choice))).toEqual([])
      }
    })
  },
)

describe('the mode of a URL', () => {
  const order = { orderId: '33333333-3333-4333-8333-333333333333' }

  it('a URL means a purchase unless it names an order change', () => {
    expect(flowOf(EVENT_FAMILY, {}).mode).toBe('purchase')
    expect(flowOf(EVENT_FAMILY, { reschedule: 'true', ...order }).mode).toBe('reschedule')
    expect(flowOf(EVENT_FAMILY, { upgrade: 'true' }).mode).toBe('upgrade')
  })

  it('a URL without an order reschedules none', () => {
    expect(flowOf(EVENT_FAMILY, { reschedule: 'true' }).mode).toBe('purchase')
  })

  it('only the families of the event page change orders', () => {
    const search = { reschedule: 'true', ...order }
    const changing = FAMILIES.filter((family) => flowOf(family, search).mode === 'reschedule')
    expect(changing.map(({ prefix }) => prefix)).toEqual(['/event', '/events'])
  })

  it('an order change has no address that a purchase lacks', () => {
    for (const { steps, changes } of FAMILIES) {
      const suffixes = new Set(steps.map(({ suffix }) => suffix))
      const others = Object.values(changes ?? {}).flat()
      expect(others.every(({ suffix }) => suffix === null || suffixes.has(suffix))).toBe(true)
    }
  })
})
