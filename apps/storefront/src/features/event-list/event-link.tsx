import type { EventView } from '@foyer/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { nameOf } from './event-facts.tsx'

interface EventLinkProps {
  event: EventView
  /** Before the visit: this picture is the one to carry over. */
  onOpen: () => void
  className: string
  children?: ReactNode
}

/** The one link of a card or slide. Hover, focus and touch already fetch the event's prices. */
export function EventLink({ event, onOpen, className, children }: EventLinkProps) {
  return (
    <Link {...paths.event(event.id)} onClick={onOpen} className={className}>
      {event.status === 'sold_out' ? 'View Event' : 'Get Tickets'}
      <span className="sr-only"> for {nameOf(event)}</span>
      {children}
    </Link>
  )
}
