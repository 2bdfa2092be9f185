import { formatCountdown, isUrgent } from '@foyer/domain'
import { TicketCardStamp } from '@foyer/ui'
import { TriangleAlert } from '@foyer/ui/icons'
import type { ReactNode } from 'react'

interface CountdownStampProps {
  /** Null while unknown; its space is reserved. */
  seconds: number | null
  children: ReactNode
}

/**
 * The time left, stamped on a ticket card. `children` say what the time is for. Urgency is shown as
 * text and not only by colour.
 */
export function CountdownStamp({ seconds, children }: CountdownStampProps) {
  const urgent = seconds !== null && isUrgent(seconds)
  return (
    <TicketCardStamp
      urgent={urgent}
      time={
        <span
          role="timer"
          aria-label="Time left"
          className={seconds === null ? 'invisible' : undefined}
        >
          {seconds === null ? '00:00' : formatCountdown(seconds)}
        </span>
      }
    >
      {urgent && seconds > 0 && (
        <span className="flex items-center gap-1.5 font-semibold">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
          Less than 5 minutes left
        </span>
      )}
      {children}
    </TicketCardStamp>
  )
}
