import { ErrorCard } from '@foyer/ui'
import { fetchFailed } from '../../../data/error-text.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'

/** Shown if the chosen day could not be loaded. */
export function DailyError({ title }: { title: string }) {
  const { daily } = useEventFlow()
  const { error } = daily
  return (
    <ErrorCard
      level={2}
      title={title}
      message={`${fetchFailed.dailyPrices(error)}. Your date and tickets are kept.`}
      onRetry={() => void daily.refetch()}
      retrying={daily.isFetching}
    />
  )
}
