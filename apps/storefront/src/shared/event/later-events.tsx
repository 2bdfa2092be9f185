import { lazy, Suspense } from 'react'

const WhatIsOn = lazy(async () => ({
  default: (await import('./more-events.tsx')).WhatIsOn,
}))

/** {@link WhatIsOn} below the text of a page that rarely ends here: its code is no part of the page's first load. */
export const LaterWhatIsOn = () => (
  // It has the page's margins itself.
  <div className="-mx-4 sm:-mx-6">
    <Suspense>
      <WhatIsOn />
    </Suspense>
  </div>
)
