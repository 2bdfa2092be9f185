import { Button } from '@foyer/ui'
import { textOf } from '../data/error-text.ts'
import { DeadEnd } from '../shared/page/dead-end.tsx'
import { PageHead } from '../shared/page/page-head.tsx'

/** The last net: whatever a page threw. */
export function CrashScreen({ error }: { error: unknown }) {
  return (
    <>
      <PageHead title="Something went wrong." isUnlisted />
      <DeadEnd
        title="Something went wrong."
        actions={
          <Button size="lg" onClick={() => location.reload()}>
            Try Again
          </Button>
        }
      >
        <p role="alert">{textOf(error)}</p>
        <p className="mt-2">
          What you had chosen is kept in the page's address: trying again finds it.
        </p>
      </DeadEnd>
    </>
  )
}
