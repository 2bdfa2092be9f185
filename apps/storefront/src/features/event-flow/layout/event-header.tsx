import { nameOf, venueOf } from '../../../shared/event/event-text.ts'
import { Poster } from '../../../shared/event/poster.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { EventTitle } from '../event-page/event-title.tsx'

/** The event in full where the day is chosen; its name and poster alone once one is on the way. */
export function EventHeader({ className }: { className: string }) {
  const { event, step, calendar } = useEventFlow()
  return (
    <header className={className}>
      {step === 'date' ? <EventTitle event={event} calendar={calendar.data} /> : <CompactHeader />}
    </header>
  )
}

function CompactHeader() {
  const { event, search } = useEventFlow()
  return (
    <div className="flex items-center gap-4">
      <div className="size-14 shrink-0 lg:hidden">
        <Poster event={event} format="thumb" date={search.date} isCarried className="rounded-md" />
      </div>
      <div className="min-w-0">
        <p className="font-display text-lg leading-tight font-bold">{nameOf(event)}</p>
        <p className="text-sm text-muted">{venueOf(event)}</p>
      </div>
    </div>
  )
}
