import type { DailyPriceView } from '@foyer/contract'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import type { Waiting } from './limits.ts'

/** The chosen day, or how one waits for it. */
export function useDay(): DailyPriceView | Waiting {
  const { data, isError, isFetching, failureCount } = useEventFlow().daily
  if (data) return data
  if (isError && !isFetching) return 'unavailable'
  return failureCount > 0 || isError ? 'checking' : 'loading'
}
