import { buttonStyle, EmptyState, notify } from '@foyer/ui'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { paths } from '../../paths.ts'
import { LeavingSoon } from '../../shared/leaving-soon.tsx'

/** No such cart in this browser. A record that cannot be read is told at once, in passing. */
export function CartMissing({ isRecordBroken }: { isRecordBroken: boolean }) {
  const navigate = useNavigate()
  const leave = () => void navigate(paths.events())
  const leaveWithWord = useEffectEvent(() => {
    void notify({
      tone: 'danger',
      title: 'Invalid Cart Data',
      description: 'Your cart could not be read. Please choose your tickets again.',
    })
    leave()
  })
  useEffect(() => {
    if (isRecordBroken) leaveWithWord()
  }, [isRecordBroken])
  if (isRecordBroken) return null
  return (
    <EmptyState
      level={1}
      title="Cart Not Found"
      actions={
        <Link {...paths.events()} className={buttonStyle('primary', 'lg')}>
          Back to Events
        </Link>
      }
    >
      <p>Your cart hold has expired or does not exist.</p>
      <LeavingSoon to="the events" onLeave={leave} />
    </EmptyState>
  )
}
