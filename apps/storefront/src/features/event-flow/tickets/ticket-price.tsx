import type { UnitPrice } from '@foyer/domain'
import { Skeleton } from '@foyer/ui'
import { ChevronDown } from '@foyer/ui/icons'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { useMoney } from '../engine/use-money.ts'
import type { TypeOffer } from './limits.ts'

interface TicketPriceProps {
  offer: TypeOffer
  /** The organizer's own text for the price: 'GA + $10'. */
  displayPrice: string | null
  /** The name of the cheapest type, if the difference to its price is shown. */
  cheapest: string | undefined
  line: LinePrice | undefined
}

/** The price of several tickets of a type, as the server computes it. */
export interface LinePrice {
  quantity: number
  totalMinor: number
  unitPrices: readonly UnitPrice[]
  /** Some times of the day may cost more. */
  isFrom: boolean
}

/** The price of one ticket with fees, and the organizer's own text if there is one. */
export function TicketPrice({ offer, displayPrice, cheapest, line }: TicketPriceProps) {
  const money = useMoney()
  return (
    <div className="mt-1">
      <div className="flex flex-wrap items-baseline gap-x-4">
        {displayPrice && <p className="figures text-base font-semibold">{displayPrice}</p>}
        <AllInPrice offer={offer} line={line} />
        {line && (
          <p className="figures text-sm font-semibold">
            {`${line.quantity} ${line.isFrom ? 'from' : 'for'} ${money.price(line.totalMinor)}`}
          </p>
        )}
      </div>
      {cheapest && offer.moreMinor ? (
        <p className="figures text-sm text-muted">
          +{money.price(offer.moreMinor)} over {cheapest}, incl. fees
        </p>
      ) : null}
    </div>
  )
}

function AllInPrice({ offer, line }: Pick<TicketPriceProps, 'offer' | 'line'>) {
  const money = useMoney()
  const { daily } = useEventFlow()
  if (offer.allInMinor === null) {
    return daily.isPending ? <Skeleton className="mt-1 h-7 w-32" /> : null
  }
  const allIn = (
    <>
      {offer.isFrom && 'From '}
      <span className="figures font-display text-lg font-bold text-text">
        {offer.isFrom ? money.price(offer.allInMinor) : money.offer(offer.allInMinor)}
      </span>
      {(offer.isFrom || offer.allInMinor > 0) && ' incl. fees'}
    </>
  )
  if (!offer.breakdown) return <p className="py-2 text-sm text-muted">{allIn}</p>
  return (
    <details className="disclosure">
      <summary className="inline-flex min-h-target list-none items-center gap-1.5 rounded-sm text-sm text-muted">
        <span>{allIn}</span>
        <ChevronDown aria-hidden="true" className="disclosure-arrow size-4 transition-[rotate]" />
      </summary>
      <p className="figures pb-1 text-sm text-muted">
        {money.amount(offer.breakdown.priceMinor)} + {money.amount(offer.breakdown.feeMinor)} fee
        {offer.breakdown.taxMinor > 0 && ` + ${money.amount(offer.breakdown.taxMinor)} tax`}
        {line && line.unitPrices.length > 1 && (
          <span className="block">
            {`${line.quantity} tickets: ${money.units(line.unitPrices)}`}
          </span>
        )}
      </p>
    </details>
  )
}
