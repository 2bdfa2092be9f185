import type { Choice, Flow, Step, StepId } from '../../../routing/families.ts'

/**
 * The rules of the event flow. Where a link leads, what Back means and what the step indicator
 * shows all follow from the steps of a route family (`routing/families.ts`) and from these rules.
 */

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
  /** Steps with nothing to choose: a day's only start, no higher tier, no add-ons. */
  skipped: ReadonlySet<StepId>
}

/** The steps this buyer will see, in order. */
export const visibleSteps = (flow: Flow, facts: FlowFacts): readonly Step[] =>
  flow.steps.filter(({ id }) => !facts.skipped.has(id))

/**
 * The step a link to `wanted` should show: `wanted` itself where its requirements are met, else
 * the earliest step that can supply what is missing. A skipped step gives way to the one after it,
 * and a step that this flow lacks to its first.
 */
export function decideStep(flow: Flow, wanted: StepId, facts: FlowFacts): StepId {
  const at = flow.steps.findIndex(({ id }) => id === wanted)
  const step = flow.steps[Math.max(0, at)]
  if (!step) throw new Error(`${flow.prefix} has no steps`)
  const supplier = supplierFor(flow, step, facts)
  if (supplier) return supplier.id
  const next = flow.steps[at + 1]
  return next && facts.skipped.has(step.id) ? decideStep(flow, next.id, facts) : step.id
}

/** The step that has to come first; null where nothing is missing. It is not skipped, come what may. */
function supplierFor(flow: Flow, { requires }: Step, facts: FlowFacts): Step | null {
  const unmet = requires.find((choice) => facts.choices[choice] !== 'ok')
  const supplier = flow.steps.find(({ supplies }) => supplies === unmet)
  if (!unmet || !supplier) return null
  // Suppliers stand before those that require them, so this ends.
  return supplierFor(flow, supplier, facts) ?? supplier
}

/** The step after `current`, skipped ones left out; null at the end. */
export function stepAfter(flow: Flow, current: StepId, facts: FlowFacts): Step | null {
  const steps = visibleSteps(flow, facts)
  return steps[steps.findIndex(({ id }) => id === current) + 1] ?? null
}

/** Where Back goes from `current`; null means out of the flow. */
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
