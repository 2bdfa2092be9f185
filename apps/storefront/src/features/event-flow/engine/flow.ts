import type { Choice, Flow, Step, StepId } from '../../../routing/families.ts'

/**
 * The rules of the event flow. Where a link leads, what Back means and what the step indicator
 * shows all follow from the steps of a route family (`routing/families.ts`) and from these rules.
 */

/** Why a choice in the URL cannot be used. */
export type Problem =
  | 'date_past'
  | 'date_without_sessions'
  | 'date_sold_out'
  | 'date_not_on_sale'
  | 'tickets_withdrawn'
  | 'tickets_above_maximum'
  | 'tickets_not_so_many'
  | 'session_gone'
  | 'session_sold_out'

export type ChoiceState = 'ok' | 'missing' | Problem

export interface FlowFacts {
  choices: Readonly<Record<Choice, ChoiceState>>
  /** Steps without a choice: the only day or session, no dearer ticket type, no add-ons. */
  skipped: ReadonlySet<StepId>
  /** Steps that the chosen day may still skip. */
  undecided: ReadonlySet<StepId>
}

/** The steps this buyer will see, in order. */
export const visibleSteps = (flow: Flow, facts: FlowFacts): readonly Step[] =>
  flow.steps.filter(({ id }) => !facts.skipped.has(id))

/**
 * The steps that the indicator counts: those that this buyer is sure to see, so that the count of
 * the first page is still right on the last. An offer on the way belongs to the step before it.
 */
export const countedSteps = (flow: Flow, current: StepId, facts: FlowFacts): readonly Step[] =>
  visibleSteps(flow, facts).filter(
    ({ id, within }) => !within && (id === current || !facts.undecided.has(id)),
  )

/** The step that the indicator marks while `current` is shown. */
export const countedAs = (flow: Flow, current: StepId): StepId =>
  flow.steps.find(({ id }) => id === current)?.within ?? current

/**
 * The step to show for a link to `wanted`: `wanted` itself if its requirements are met, else the
 * earliest step that can supply what is missing. A skipped step is replaced by the one after it, an
 * unknown step by the first. The first step has the event's own address and is always shown.
 */
export function decideStep(flow: Flow, wanted: StepId, facts: FlowFacts): StepId {
  const at = flow.steps.findIndex(({ id }) => id === wanted)
  const step = flow.steps[Math.max(0, at)]
  if (!step) throw new Error(`${flow.prefix} has no steps`)
  const supplier = supplierFor(flow, step, facts)
  if (supplier) return supplier.id
  const next = flow.steps[at + 1]
  return next && at > 0 && facts.skipped.has(step.id) ? decideStep(flow, next.id, facts) : step.id
}

/**
 * The step that must come first; null if nothing is missing. It is shown even if it could be
 * skipped.
 */
function supplierFor(flow: Flow, { requires }: Step, facts: FlowFacts): Step | null {
  const unmet = requires.find((choice) => facts.choices[choice] !== 'ok')
  const supplier = flow.steps.find(({ supplies }) => supplies === unmet)
  if (!unmet || !supplier) return null
  // Suppliers come before the steps that require them, so this terminates.
  return supplierFor(flow, supplier, facts) ?? supplier
}

/** The step after `current` without skipped ones; null at the end. */
export function stepAfter(flow: Flow, current: StepId, facts: FlowFacts): Step | null {
  const steps = visibleSteps(flow, facts)
  return steps[steps.findIndex(({ id }) => id === current) + 1] ?? null
}

/** The step to which Back leads from `current`; null if it leaves the flow. */
export function stepBefore(flow: Flow, current: StepId, facts: FlowFacts): Step | null {
  const steps = visibleSteps(flow, facts)
  return steps[steps.findIndex(({ id }) => id === current) - 1] ?? null
}

/** The problem with the choice that `current` supplies; null if there is none. */
export function problemAt(flow: Flow, current: StepId, facts: FlowFacts): Problem | null {
  const supplied = flow.steps.find(({ id }) => id === current)?.supplies
  if (!supplied) return null
  const state = facts.choices[supplied]
  return state === 'ok' || state === 'missing' ? null : state
}
