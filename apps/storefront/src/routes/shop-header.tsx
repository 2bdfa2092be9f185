import { lazy, Suspense, useEffect, useState } from 'react'
import { CART_RECORDS, PAYMENT_RECORDS, storedKeys } from '../data/stored/browser-storage.ts'
import { useLocation } from '../routing/hooks.ts'
import { paths } from '../routing/paths.ts'
import { NAV_ITEMS } from '../shell/nav.tsx'
import { SiteHeader } from '../shell/site-header.tsx'

/** The header of a tenant's shop, with the way back to a purchase that is not finished. */
export const ShopHeader = () => (
  <SiteHeader home={paths.eventList()} items={NAV_ITEMS}>
    <UnfinishedSlot />
  </SiteHeader>
)

// If it cannot be fetched, nothing is shown, because it is only a shortcut.
const UnfinishedPurchase = lazy(async () => ({
  default: await import('../features/checkout/unfinished/unfinished-purchase.tsx').then(
    (module) => module.UnfinishedPurchase,
    () => () => null,
  ),
}))

/** Most visitors have no unfinished purchase, so its code is fetched only if there is a record of one. */
function UnfinishedSlot() {
  const { path } = useLocation()
  const [mayExist, setMayExist] = useState(false)
  useEffect(() => {
    const isStored = [CART_RECORDS, PAYMENT_RECORDS].some(
      (prefix) => storedKeys('local', prefix).length > 0,
    )
    // Once fetched it stays, because it also says that a hold is over.
    if (path && isStored) setMayExist(true)
  }, [path])
  return (
    mayExist && (
      <Suspense>
        <UnfinishedPurchase />
      </Suspense>
    )
  )
}
