import type { EventView } from '@foyer/contract'
import { Button, VisuallyHidden } from '@foyer/ui'
import { Check, Share2 } from '@foyer/ui/icons'
import { useEffect, useState } from 'react'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { nameOf } from '../../../shared/event/event-text.ts'

const CONFIRM_MILLISECONDS = 4000

/** Shares the event's canonical address and shows the outcome in the button. */
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

/** The outcome; 'left' if the buyer closed the share sheet. */
type Shared = 'shared' | 'copied' | 'left' | 'failed'

interface Link {
  title: string
  url: string
}

/** The parts of the browser that share, so that tests can replace them. */
interface Sharing {
  share?: (link: Link) => Promise<void>
  clipboard?: { writeText(text: string): Promise<void> }
}

/** Opens the device's share sheet, or copies the link if there is none. Never throws. */
export async function shareLink(link: Link, { share, clipboard }: Sharing): Promise<Shared> {
  try {
    if (share) {
      await share(link)
      return 'shared'
    }
    if (!clipboard) return 'failed'
    await clipboard.writeText(link.url)
    return 'copied'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'left' : 'failed'
  }
}

/** The functions of this browser. Pages without TLS have neither, although the types claim so. */
const browserSharing = (): Sharing => ({
  ...('share' in navigator ? { share: (link: Link) => navigator.share(link) } : {}),
  ...('clipboard' in navigator ? { clipboard: navigator.clipboard } : {}),
})
