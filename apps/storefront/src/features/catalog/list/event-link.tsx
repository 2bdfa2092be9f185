import type { EventView } from '@foyer/contract'
import type { ReactNode } from 'react'
import { Link } from '../../../routing/link.tsx'
import { paths } from '../../../routing/paths.ts'
import { nameOf } from '../../../shared/event/event-text.ts'

/** Which of an event's two addresses a list leads to: '/events-api/{id}' or '/event/{id}'. */
export type EventFamily = 'events-api' | 'event'

const linkOf = {
  'events-api': paths.event,
  event: paths.legacyEvent,
} as const

interface EventLinkProps {
  event: EventView
  family: EventFamily
  /** Before the visit: this picture is the one to carry over. */
  onOpen: () => void
  className: string
  children?: ReactNode
}

/** The one link of a card or slide. Hover, focus and touch already fetch the event's prices. */
export function EventLink({ event, family, onOpen, className, children }: EventLinkProps) {
  return (
    <Link {...linkOf[family](event.id)} onClick={onOpen} className={className}>
      {event.status === 'sold_out' ? 'View Event' : 'Get Tickets'}
      <span className="sr-only"> for {nameOf(event)}</span>
      {children}
    </Link>
  )
}
