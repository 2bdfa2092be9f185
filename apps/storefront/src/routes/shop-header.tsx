import { Search } from '@foyer/ui/icons'
import { lazy, Suspense, useEffect, useState } from 'react'
import { CART_RECORDS, PAYMENT_RECORDS, storedKeys } from '../data/stored/browser-storage.ts'
import { useLocation } from '../routing/hooks.ts'
import { Link } from '../routing/link.tsx'
import { isListPath, paths } from '../routing/paths.ts'
import { NAV_ITEMS } from '../shell/nav.tsx'
import { SiteHeader } from '../shell/site-header.tsx'

/** The header of a tenant's shop, with the way back to an unfinished purchase, and to the search. */
export const ShopHeader = () => (
  <SiteHeader home={paths.eventList()} items={NAV_ITEMS}>
    <UnfinishedSlot />
    <SearchLink />
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

/**
 * The way to the search from every page that has no field of its own: a field in looks, which the
 * list then really has.
 * Nothing beside it moves where it is left out, because the header is aligned to its end.
 */
function SearchLink() {
  if (isListPath(useLocation().path)) return null
  return (
    <Link
      {...paths.searchField()}
      className="inline-flex size-target shrink-0 items-center justify-center gap-2.5 rounded-md text-muted [:root:has(main_search)_&]:hidden transition-colors hover:bg-hover hover:text-text lg:w-auto lg:justify-start lg:border lg:border-edge lg:ps-3 lg:pe-8 lg:text-sm"
    >
      <Search aria-hidden="true" className="size-5 lg:size-4" />
      <span className="max-lg:sr-only">Search events</span>
    </Link>
  )
}
