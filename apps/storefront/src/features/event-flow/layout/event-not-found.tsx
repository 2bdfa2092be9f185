import { Button } from '@foyer/ui'
import type { ReactNode } from 'react'
import { DeadEnd } from '../../../shared/page/dead-end.tsx'
import { PageHead } from '../../../shared/page/page-head.tsx'

/** For an address that names no event of this tenant. */
export const EventNotFound = () => <NoEvent actions={null} />

function NoEvent({ actions }: { actions: ReactNode }) {
  return (
    <>
      <PageHead title="Event not found" isUnlisted />
      <DeadEnd title="Event not found" actions={actions}>
        The event you're looking for doesn't exist or couldn't be loaded.
      </DeadEnd>
    </>
  )
}

/** For an event that could not be loaded; it may load the next time. */
export function EventNotLoaded() {
  return (
    <NoEvent
      actions={
        <Button size="lg" onClick={() => location.reload()}>
          Try Again
        </Button>
      }
    />
  )
}
