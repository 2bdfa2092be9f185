import { Notice } from '@foyer/ui'
import { useIsLate } from '../routing/router-provider.tsx'
import { useOnline } from '../shared/browser/use-online.ts'

/** Why a press leads nowhere: the page that is wanted waits for the connection, and this one stays. */
export function OfflineNotice() {
  const isOnline = useOnline()
  const isWaiting = useIsLate() && !isOnline
  return (
    // Here before it says anything: a screen reader tells what comes into a region that it knows.
    <div role="status" data-print="hide" className="fixed inset-x-4 top-4 z-60 mx-auto max-w-120">
      {isWaiting && (
        <Notice tone="warning" title="You are offline." className="shadow-float">
          The page you chose opens by itself as soon as the connection is back.
        </Notice>
      )}
    </div>
  )
}
