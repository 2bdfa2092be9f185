import { Button } from '@foyer/ui'
import type { MoreTime } from './use-more-time.ts'

interface MoreTimeProps {
  /** What one press adds; null when no more is left to add. */
  minutes: number | null
  moreTime: MoreTime
}

/** On the stub, from the moment on that the clock turns red. */
export function MoreTimeButton({ minutes, moreTime }: MoreTimeProps) {
  const { isAsking, isUnanswered, ask } = moreTime
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {minutes === null ? (
        <p className="text-muted">No more time can be added.</p>
      ) : (
        <Button busy={isAsking} busyLabel="Adding time…" onClick={ask}>
          {`More time (+${minutes} min)`}
        </Button>
      )}
      {isUnanswered && (
        <p role="alert" className="text-danger-text">
          We could not reach our server. Please try again.
        </p>
      )}
    </div>
  )
}
