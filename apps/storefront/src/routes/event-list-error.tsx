import { EventsFailed } from '../features/catalog/list/events-failed.tsx'
import { PageHead } from '../shared/page/page-head.tsx'

/** Replaces the list if the events could not be loaded. */
export function EventListError({ error }: { error: unknown }) {
  return (
    <div className="mx-auto max-w-page px-4 pt-10 sm:px-6">
      <PageHead title="Events" isUnlisted />
      <EventsFailed error={error} level={1} />
    </div>
  )
}
