import { DeadEnd } from '../../shell/dead-end.tsx'
import { PageHead } from '../../shell/page-head.tsx'

/** For an address that names no event of this tenant, or one that could not be fetched. */
export function EventNotFound() {
  return (
    <>
      <PageHead title="Event not found" isUnlisted />
      <DeadEnd title="Event not found">
        The event you're looking for doesn't exist or couldn't be loaded.
      </DeadEnd>
    </>
  )
}
