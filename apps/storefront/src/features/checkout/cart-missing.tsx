import { buttonStyle, EmptyState, notify } from '@foyer/ui'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { LeavingSoon } from '../../shared/page/leaving-soon.tsx'
import { holdTexts } from '../../shared/purchase-text.ts'

interface CartMissingProps {
  isRecordBroken: boolean
  /** A bank's page sent the buyer here, perhaps into another browser than the one that pays. */
  isReturn: boolean
}

/** This browser has no such cart. If its record cannot be read, says so and goes to the events at once. */
export function CartMissing({ isRecordBroken, isReturn }: CartMissingProps) {
  const navigate = useNavigate()
  const leave = () => void navigate(paths.events())
  const reportAndLeave = useEffectEvent(() => {
    void notify({
      tone: 'danger',
      title: holdTexts.invalidTitle,
      description: 'Your cart could not be read. Please choose your tickets again.',
    })
    leave()
  })
  useEffect(() => {
    if (isRecordBroken) reportAndLeave()
  }, [isRecordBroken])
  if (isRecordBroken) return null
  if (isReturn) return <ReturnInOtherBrowser />
  return (
    <EmptyState
      level={1}
      title={holdTexts.notFoundTitle}
      actions={
        <Link {...paths.events()} className={buttonStyle('primary', 'lg')}>
          Back to Events
        </Link>
      }
    >
      <p>{holdTexts.notFound}</p>
      <LeavingSoon to="the events" onLeave={leave} />
    </EmptyState>
  )
}

/** Some banks' apps return to the default browser of the device, not to the one that the buyer used. */
const ReturnInOtherBrowser = () => (
  <EmptyState
    level={1}
    title="Your payment goes on where you started it"
    actions={
      <Link {...paths.events()} className={buttonStyle('quiet', 'lg')}>
        Back to Events
      </Link>
    }
  >
    <p>
      Your bank has led you to another browser, which does not know your cart. The one you started
      in shows the result. If you paid, your tickets are on their way by email, even if you close
      both.
    </p>
  </EmptyState>
)
