import type { EventView } from '@foyer/contract'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { locationOf, nameOf } from '../../../shared/event/event-text.ts'
import { PageHead } from '../../../shared/page/page-head.tsx'

interface EventHeadProps {
  event: EventView & { previewPath?: string }
  /** The current step, e.g. 'Select Tickets'; omitted on the event's own page. */
  step?: string
}

/** The head of an event's pages: every step has the event's page as canonical address. */
export function EventHead({ event, step }: EventHeadProps) {
  const { tenant } = useApp()
  const name = nameOf(event)
  const preview = {
    // A page that was opened from the list may know only what the list had.
    path: event.previewPath ?? tenant.previewPath,
    alt: event.picture?.alt ?? `${name} at ${locationOf(event)}`,
  }
  return (
    <PageHead
      title={step ? `${step} · ${name}` : name}
      description={event.description || `${name} at ${locationOf(event)}`}
      canonicalPath={paths.event(event.id).to}
      preview={preview}
    />
  )
}
