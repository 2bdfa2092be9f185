import { SearchForm } from '../features/catalog/search/search-form.tsx'
import { WhatIsOn } from '../shared/event/more-events.tsx'
import { DeadEnd } from '../shared/page/dead-end.tsx'
import { PageHead } from '../shared/page/page-head.tsx'

/** An address without a page: what to do instead comes first, the name of the error last. */
export function NotFoundScreen() {
  return (
    <>
      <PageHead title="404 Page Not Found" isUnlisted />
      <DeadEnd
        title="Nothing plays at this address"
        footnote={
          <>
            <h2 className="font-semibold">404 Page Not Found</h2>
            <p>Did you forget to add the page to the router?</p>
          </>
        }
      >
        <p>
          The link may be out of date, or the event is over. Look for it by name, or see what is on.
        </p>
        <SearchForm className="mt-6 block max-w-120 text-text" />
      </DeadEnd>
      <WhatIsOn />
    </>
  )
}
