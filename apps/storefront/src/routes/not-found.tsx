import { SearchForm } from '../features/catalog/search/search-form.tsx'
import { WhatIsOn } from '../shared/event/more-events.tsx'
import { DeadEnd } from '../shared/page/dead-end.tsx'
import { PageHead } from '../shared/page/page-head.tsx'

/** An address without a page: the specification's heading, then what to do instead. */
export function NotFoundScreen() {
  return (
    <>
      <PageHead title="404 Page Not Found" isUnlisted />
      <DeadEnd
        title="404 Page Not Found"
        footnote={<p>Did you forget to add the page to the router?</p>}
      >
        <p>
          Nothing plays at this address: the link may be out of date, or the event is over. Look for
          it by name, or see what is on.
        </p>
        <SearchForm className="mt-6 block max-w-120 text-text" />
      </DeadEnd>
      <WhatIsOn />
    </>
  )
}
