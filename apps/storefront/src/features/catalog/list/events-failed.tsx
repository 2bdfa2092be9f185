import { ErrorCard } from '@foyer/ui'
import { fetchFailed } from '../../../data/error-text.ts'

interface EventsFailedProps {
  error: unknown
  level: 1 | 2
}

/** Shown if the events could not be loaded. */
export function EventsFailed({ error, level }: EventsFailedProps) {
  return (
    <ErrorCard
      level={level}
      title="Failed to Load Events"
      message={
        <>
          Unable to connect to the Event API. Please try again later.
          <span className="mt-2 block text-sm text-muted">{fetchFailed.events(error)}</span>
        </>
      }
      onRetry={() => location.reload()}
    />
  )
}
