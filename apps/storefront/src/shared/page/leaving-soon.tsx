import { Button } from '@foyer/ui'
import { useEffect, useEffectEvent, useState } from 'react'

const LEAVE_AFTER_SECONDS = 30

interface LeavingSoonProps {
  /** The target as part of a sentence: 'the events'. */
  to: string
  onLeave: () => void
}

/**
 * An announced redirect that can be stopped: by its button, and by any other input, since a buyer
 * who acts still uses this page (WCAG 2.2.1).
 */
export function LeavingSoon({ to, onLeave }: LeavingSoonProps) {
  const [seconds, setSeconds] = useState(LEAVE_AFTER_SECONDS)
  const [isStaying, setStaying] = useState(false)
  const leave = useEffectEvent(onLeave)

  useEffect(() => {
    if (isStaying) return
    const timer = setInterval(() => setSeconds((left) => left - 1), 1000)
    const stay = () => setStaying(true)
    const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
    for (const sign of signs) document.addEventListener(sign, stay, { passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of signs) document.removeEventListener(sign, stay)
    }
  }, [isStaying])

  useEffect(() => {
    if (seconds <= 0 && !isStaying) leave()
  }, [seconds, isStaying])

  // The space stays when the text goes, so that nothing below moves.
  return (
    <div className="flex min-h-target flex-wrap items-center gap-x-4 text-sm text-muted">
      {!isStaying && (
        <>
          <span role="timer" className="figures">
            {`Taking you to ${to} in ${Math.max(0, seconds)} s`}
          </span>
          <Button variant="ghost" onClick={() => setStaying(true)}>
            Stay here
          </Button>
        </>
      )}
    </div>
  )
}
