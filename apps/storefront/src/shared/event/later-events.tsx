import { lazy, Suspense } from 'react'

const WhatIsOn = lazy(async () => ({
  default: (await import('./more-events.tsx')).WhatIsOn,
}))

/** {@link WhatIsOn} for an outcome that few buyers see: its code is not part of the page's first load. */
export const LaterWhatIsOn = () => (
  // It has the page's margins itself.
  <div className="-mx-4 sm:-mx-6">
    <Suspense>
      <WhatIsOn />
    </Suspense>
  </div>
)
