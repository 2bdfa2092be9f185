/**
 * The flow as data. A step says which choices it requires and which one it supplies; where a
 * link lands, what Back means and what the step indicator shows all follow from these rows.
 * Another route family is another `Flow` value, not another set of screens.
 */

/** What a buyer chooses on the way, each kept in the URL. */
export type Choice = 'date' | 'tickets' | 'session' | 'cart'

export type StepId = 'date' | 'tickets' | 'time' | 'review' | 'checkout'

export interface Step {
  id: StepId
  label: string
  /** Appended to the flow's prefix and the event id. */
  suffix: string
  requires: readonly Choice[]
  supplies: Choice | null
}

export interface Flow {
  /** First part of the path: `${prefix}/${eventId}${suffix}`. */
  prefix: '/events-api'
  /** Where Back goes from the first step. */
  leaveTo: '/events-api'
  steps: readonly Step[]
}

export const EVENT_FLOW: Flow = {
  prefix: '/events-api',
  leaveTo: '/events-api',
  steps: [
    { id: 'date', label: 'Date', suffix: '', requires: [], supplies: 'date' },
    {
      id: 'tickets',
      label: 'Tickets',
      suffix: '/tickets',
      requires: ['date'],
      supplies: 'tickets',
    },
    {
      id: 'time',
      label: 'Time',
      suffix: '/time',
      requires: ['date', 'tickets'],
      supplies: 'session',
    },
    {
      id: 'review',
      label: 'Review',
      suffix: '/addons',
      requires: ['date', 'tickets', 'session'],
      supplies: 'cart',
    },
    // The cart holds everything the earlier steps chose: its id alone opens the checkout.
    { id: 'checkout', label: 'Checkout', suffix: '/checkout', requires: ['cart'], supplies: null },
  ],
}

/** Why a choice that stands in the URL cannot be used. */
export type Problem =
  | 'date_past'
  | 'date_without_sessions'
  | 'date_sold_out'
  | 'tickets_withdrawn'
  | 'tickets_above_maximum'
  | 'session_gone'
  | 'session_sold_out'

export type ChoiceState = 'ok' | 'missing' | Problem

export interface FlowFacts {
  choices: Readonly<Record<Choice, ChoiceState>>
  /** True where the day has one session without timed entry: it is chosen by choosing the day. */
  isTimeSkipped: boolean
}

const isSkipped = (step: Step, facts: FlowFacts): boolean =>
  step.id === 'time' && facts.isTimeSkipped

/** The steps this buyer will see, in order. */
export const visibleSteps = (flow: Flow, facts: FlowFacts): readonly Step[] =>
  flow.steps.filter((step) => !isSkipped(step, facts))

/**
 * The step a link to `wanted` should show: `wanted` itself where its requirements are met, else
 * the earliest step that can supply what is missing. A skipped step gives way to the one after it.
 */
export function decideStep(flow: Flow, wanted: StepId, facts: FlowFacts): StepId {
  const step = flow.steps.find(({ id }) => id === wanted) ?? flow.steps[0]
  if (!step) throw new Error(`${flow.prefix} has no steps`)
  const unmet = step.requires.find((choice) => facts.choices[choice] !== 'ok')
  if (unmet) {
    const supplier = flow.steps.find(({ supplies }) => supplies === unmet)
    // Suppliers stand before those that require them, so this ends.
    return supplier ? decideStep(flow, supplier.id, facts) : step.id
  }
  if (!isSkipped(step, facts)) return step.id
  const next = flow.steps[flow.steps.indexOf(step) + 1]
  return next ? decideStep(flow, next.id, facts) : step.id
}

/** The step after `current`, skipped ones left out; null at the end. */
export function stepAfter(flow: Flow, current: StepId, facts: FlowFacts): Step | null {
  const steps = visibleSteps(flow, facts)
  return steps[steps.findIndex(({ id }) => id === current) + 1] ?? null
}

/** Where Back goes from `current`; null means out of the flow, to `leaveTo`. */
export function stepBefore(flow: Flow, current: StepId, facts: FlowFacts): Step | null {
  const steps = visibleSteps(flow, facts)
  return steps[steps.findIndex(({ id }) => id === current) - 1] ?? null
}

/** What is wrong with the choice that `current` supplies, for a word of why; null when nothing is. */
export function problemAt(flow: Flow, current: StepId, facts: FlowFacts): Problem | null {
  const supplied = flow.steps.find(({ id }) => id === current)?.supplies
  if (!supplied) return null
  const state = facts.choices[supplied]
  return state === 'ok' || state === 'missing' ? null : state
}
