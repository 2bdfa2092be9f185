/** What a shop has so far, as far as its sales depend on it. */
export interface ShopFacts {
  hasVenue: boolean
  /** The event that is nearest to its first sale; null without events. */
  event: {
    hasTicketTypes: boolean
    /**
     * `sold`: a date in the future has room, and sells a ticket type with a price. `unsold`: dates in
     * the future, none of which does.
     */
    dates: 'none' | 'past' | 'unsold' | 'sold'
    /** Whether somebody chose when its sales start; a published event needs none. */
    hasSalesStart: boolean
    isPublished: boolean
  } | null
  /** `test`: no card is charged. `none`: buyers cannot pay yet. */
  payments: 'none' | 'test' | 'live'
  hasLogo: boolean
}

interface StepRule {
  /** Without it nothing can be sold; otherwise it is good advice. */
  isNeeded: boolean
  isDone: (facts: ShopFacts) => boolean
  /** The step that comes before it, because it is done on what that one makes. */
  after?: string
}

/** The steps to the first sale, in the order in which a person does them. */
const STEPS = {
  venue: { isNeeded: true, isDone: ({ hasVenue }) => hasVenue },
  event: { isNeeded: true, isDone: ({ event }) => event !== null, after: 'venue' },
  tickets: {
    isNeeded: true,
    isDone: ({ event }) => event?.hasTicketTypes ?? false,
    after: 'event',
  },
  dates: { isNeeded: true, isDone: ({ event }) => event?.dates === 'sold', after: 'tickets' },
  payments: { isNeeded: true, isDone: ({ payments }) => payments !== 'none' },
  // Before the event is published, because without a start its sales open that moment.
  sales: { isNeeded: false, isDone: ({ event }) => event?.hasSalesStart ?? false, after: 'event' },
  publish: { isNeeded: true, isDone: ({ event }) => event?.isPublished ?? false, after: 'event' },
  live_payments: { isNeeded: false, isDone: ({ payments }) => payments === 'live' },
  logo: { isNeeded: false, isDone: ({ hasLogo }) => hasLogo },
} as const satisfies Record<string, StepRule>

export type ChecklistStep = keyof typeof STEPS

const isStep = (name: string): name is ChecklistStep => name in STEPS
export const CHECKLIST_STEPS = Object.keys(STEPS).filter(isStep)

/** A step is `blocked` while the one before it is missing; `advised` are those that stop no sale. */
export const STEP_STATES = ['done', 'missing', 'blocked', 'advised'] as const

export interface ChecklistLine {
  step: ChecklistStep
  state: (typeof STEP_STATES)[number]
}

/** The checklist before the first sale: what is done, what is missing, and what it waits for. */
export const checklistOf = (facts: ShopFacts): ChecklistLine[] =>
  CHECKLIST_STEPS.map((step) => ({ step, state: stateOf(step, facts) }))

function stateOf(step: ChecklistStep, facts: ShopFacts): ChecklistLine['state'] {
  const rule: StepRule = STEPS[step]
  if (rule.isDone(facts)) return 'done'
  const { after } = rule
  if (after && isStep(after) && !STEPS[after].isDone(facts)) return 'blocked'
  return rule.isNeeded ? 'missing' : 'advised'
}

/** How many of the steps without which nothing can be sold are done. */
export function checklistProgress(lines: readonly ChecklistLine[]): { done: number; all: number } {
  const needed = lines.filter(({ step }) => STEPS[step].isNeeded)
  return { done: needed.filter(({ state }) => state === 'done').length, all: needed.length }
}

/**
 * What to do next: the first step that is needed, and before it the advice that is too late afterwards.
 * Empty once nothing that is needed is missing.
 */
export function nextSteps(lines: readonly ChecklistLine[]): ChecklistStep[] {
  const first = lines.findIndex(({ state }) => state === 'missing')
  return lines
    .slice(0, first + 1)
    .flatMap(({ step, state }) => (state === 'missing' || state === 'advised' ? [step] : []))
}
