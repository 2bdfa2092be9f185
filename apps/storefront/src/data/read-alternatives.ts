import type { Alternative } from '@foyer/contract'
import { isListOf, isNullable, isNumber, isShape, isText } from './stored/shape.ts'

const isAlternative = isShape<Alternative>({
  sessionId: isText,
  date: isText,
  startsAt: isText,
  localTime: isText,
  availableCount: isNullable(isNumber),
  fromAllInMinor: isNullable(isNumber),
})

const isRefusal = isShape<{ alternatives: Alternative[] }>({
  alternatives: isListOf(isAlternative),
})

/**
 * The sessions that a refused hold offers instead, nearest first; null if the refusal has no such
 * list.
 */
export function readAlternatives(details: unknown): readonly Alternative[] | null {
  return isRefusal(details) ? details.alternatives : null
}
