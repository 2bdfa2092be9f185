import { formatCountdown, isUrgent } from '@foyer/domain'
import { StubStamp } from '@foyer/ui'
import { TriangleAlert } from '@foyer/ui/icons'
import type { ReactNode } from 'react'

/** The time left on a stub, urgent in words and not by colour alone; below it what the time is for. */
export function CountdownStamp({ seconds, children }: { seconds: number; children: ReactNode }) {
  const urgent = isUrgent(seconds)
  return (
    <StubStamp
      urgent={urgent}
      time={
        <span role="timer" aria-label="Time left">
          {formatCountdown(seconds)}
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
    </StubStamp>
  )
}
