import type { EventView } from '@foyer/contract'
import { Button, VisuallyHidden } from '@foyer/ui'
import { Check, Share2 } from '@foyer/ui/icons'
import { useEffect, useState } from 'react'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { nameOf } from '../../../shared/event/event-text.ts'
import { browserSharing, type Shared, shareLink } from './share-link.ts'

const CONFIRM_MILLISECONDS = 4000

/** Hands the event's one address on; what came of it is said in the button's own place. */
export function ShareButton({ event }: { event: EventView }) {
  const { tenant } = useApp()
  const [outcome, setOutcome] = useState<Shared | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), CONFIRM_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [outcome])
  const url = tenant.siteUrl + paths.event(event.id).to
  const share = async () =>
    setOutcome(await shareLink({ title: nameOf(event), url }, browserSharing()))
  const isCopied = outcome === 'copied'
  const Icon = isCopied ? Check : Share2
  return (
    <div>
      <Button onClick={() => void share()}>
        <Icon aria-hidden="true" className="size-4" />
        {isCopied ? 'Link copied' : 'Share'}
      </Button>
      <VisuallyHidden role="status">{isCopied && 'Link copied'}</VisuallyHidden>
      {outcome === 'failed' && (
        <p role="alert" className="mt-2 text-sm break-all">
          The link could not be copied: {url}
        </p>
      )}
    </div>
  )
}
