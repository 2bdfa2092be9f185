import type { EventView } from '@foyer/contract'
import { isOpenStatus } from '@foyer/domain'
import type { ReactNode } from 'react'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { nameOf } from './event-text.ts'

/** Which of an event's two addresses a list leads to: '/events-api/{id}' or '/event/{id}'. */
export type EventFamily = 'events-api' | 'event'

const linkOf = {
  'events-api': paths.event,
  event: paths.legacyEvent,
} as const

interface EventLinkProps {
  event: EventView
  family: EventFamily
  /** Called before the visit: this picture takes part in the transition. */
  onOpen: () => void
  className: string
  /** Of the visible words, if they look like a button. */
  labelClassName?: string
  children?: ReactNode
}

/** The only link of a card or slide. Hover, focus and touch prefetch the event's prices. */
export function EventLink({
  event,
  family,
  onOpen,
  className,
  labelClassName,
  children,
}: EventLinkProps) {
  return (
    <Link {...linkOf[family](event.id)} onClick={onOpen} className={className}>
      <span className={labelClassName}>
        {isOpenStatus(event.status) ? 'Get Tickets' : 'View Event'}
      </span>
      <span className="sr-only"> for {nameOf(event)}</span>
      {children}
    </Link>
  )
}
