import { DEMO_FAMILY, FAMILIES, type Family, type StepId, stepPattern } from './families.ts'

// Not in families.ts, which is in every first load: only the event flow and the checkout need this.

const ALL = [...FAMILIES, DEMO_FAMILY]

/**
 * The family with this prefix; undefined if there is none, for example for a stored prefix of an
 * older version.
 */
export const familyAt = (prefix: string | undefined): Family | undefined =>
  ALL.find((family) => family.prefix === prefix)

/** Family and step of a route's pattern; undefined for a route that is no step of the event flow. */
export function stepAt(pattern: string | undefined): { family: Family; step: StepId } | undefined {
  for (const family of ALL) {
    const step = family.steps.find(
      ({ suffix }) => suffix !== null && stepPattern(family.prefix, suffix) === pattern,
    )
    if (step) return { family, step: step.id }
  }
  return undefined
}
