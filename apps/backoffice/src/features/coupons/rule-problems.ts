import type { Parsed, RuleProblem } from '@foyer/domain'

/** What is wrong with a checkout rule, at the fields of its form. */

/** What rows of lists are called in problems: 'Condition 2: Enter a whole number, like 4'. */
const ROWS = [
  ['conditions.rules', 'Condition'],
  ['action.discounts', 'Discount'],
  ['applicableEvents', 'Event'],
] as const

function rowMessage({ path, reason }: RuleProblem): string {
  const row = ROWS.find(([list]) => path.startsWith(`${list}.`))
  const index = /\d+/.exec(path)?.[0]
  return row && index !== undefined ? `${row[1]} ${Number(index) + 1}: ${reason}` : reason
}

/** The parts of a rule that have the names of their fields. */
const SAME = [
  'name',
  'description',
  'couponGroupId',
  'priority',
  'validFrom',
  'validUntil',
] as const

/** The field of the form that a part of the rule is typed into. */
function fieldOfPath(path: string) {
  if (path.startsWith('conditions')) return 'conditions'
  if (path.startsWith('action.discounts')) return 'discounts'
  if (path.startsWith('applicableEvents')) return 'events'
  if (path === 'action.message') return 'message'
  return SAME.find((name) => name === path) ?? null
}

/** Every field that has problems, with all of them. Problems of no field are left out. */
export function problemsByField(problems: readonly RuleProblem[]) {
  const byField = new Map<NonNullable<ReturnType<typeof fieldOfPath>>, string[]>()
  for (const problem of problems) {
    const field = fieldOfPath(problem.path)
    if (field) byField.set(field, [...(byField.get(field) ?? []), rowMessage(problem)])
  }
  return [...byField].map(([field, messages]) => ({ field, message: messages.join('; ') }))
}

/** What is wrong with the rows of a list, by the path of the part: 'conditions.rules.0.value'. */
export const rowProblems = (parsed: Parsed<unknown>): ReadonlyMap<string, string> =>
  new Map(parsed.ok ? [] : parsed.problems.map(({ path, reason }) => [path, reason]))
