import { useOrderSearch } from '../data/orders/use-order-search.ts'
import { WaiverScreen } from '../features/waivers/waiver-screen.tsx'
import { useParams } from '../routing/hooks.ts'
import { readWaiverSearch } from '../routing/search.ts'
import { PageHead } from '../shared/page/page-head.tsx'
import { BrandName } from '../shell/brand-name.tsx'

/** /waiver/{orderId}: the participants of an order; with a participant's link, only that one. */
export function WaiverPage() {
  const { orderId = '' } = useParams()
  const search = useOrderSearch(orderId, readWaiverSearch)
  return (
    <div className="mx-auto min-h-dvh max-w-page px-4 pt-8 pb-16 sm:px-6 lg:pt-12">
      <PageHead title="Waiver" isUnlisted />
      {/* A participant may know the page by the link of a mail alone. */}
      <p className="mb-8 font-display text-lg font-bold">
        <BrandName />
      </p>
      <WaiverScreen key={`${orderId}/${search.participant}`} orderId={orderId} search={search} />
    </div>
  )
}
