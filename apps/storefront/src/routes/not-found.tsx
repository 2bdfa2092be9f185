import { DeadEnd } from '../shared/page/dead-end.tsx'
import { PageHead } from '../shared/page/page-head.tsx'

export function NotFoundScreen() {
  return (
    <>
      <PageHead title="404 Page Not Found" isUnlisted />
      <DeadEnd
        title={
          <>
            <span className="figures">404</span> Page Not Found
          </>
        }
      >
        <p>Did you forget to add the page to the router?</p>
        <p className="mt-2">
          If a link brought you here, it may be out of date. Everything that is on is one step away.
        </p>
      </DeadEnd>
    </>
  )
}
