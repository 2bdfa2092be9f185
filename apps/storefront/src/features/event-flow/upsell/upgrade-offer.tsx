import type { Selection } from '@foyer/domain'
import { formatSelection, LIMITED_AT, totalQuantity } from '@foyer/domain'
import { AvailabilityMark, Skeleton } from '@foyer/ui'
import type { ReactNode } from 'react'
import type { PricedType } from '../../../data/priced-types.ts'
import { useQuote } from '../../../data/use-quote.ts'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { useMoney } from '../engine/use-money.ts'

interface UpgradeOfferProps {
  offered: PricedType
  /** The chosen types with a price, cheapest first. */
  chosen: readonly PricedType[]
  selection: Selection
}

/**
 * The next ticket type: its description, the difference per ticket, and the order's totals with and
 * without it.
 */
export function UpgradeOffer({ offered, chosen, selection }: UpgradeOfferProps) {
  const { type, left } = offered
  return (
    <>
      {type.image_url && (
        <img
          src={type.image_url}
          alt=""
          width="640"
          height="240"
          className="mb-6 aspect-8/3 w-full rounded-lg object-cover"
        />
      )}
      {type.description && <p className="max-w-prose text-base">{type.description}</p>}
      <ul className="mt-6 flex flex-wrap items-end gap-x-12 gap-y-4">
        {chosen.map((current) => (
          <Difference
            key={current.type.id}
            offered={offered}
            current={current}
            isOnly={chosen.length === 1}
          />
        ))}
      </ul>
      {left !== null && left <= LIMITED_AT && (
        <p className="mt-4">
          <AvailabilityMark level="few" className="figures">
            {left} left
          </AvailabilityMark>
        </p>
      )}
      <Totals offered={offered} selection={selection} />
    </>
  )
}

interface DifferenceProps {
  offered: PricedType
  current: PricedType
  isOnly: boolean
}

/** The price of an upgrade for one ticket: the difference of the two prices with fees. */
function Difference({ offered, current, isOnly }: DifferenceProps) {
  const money = useMoney()
  return (
    <li>
      <span className="figures block font-display text-display font-bold">
        +{money.price(offered.allInMinor - current.allInMinor)}
      </span>
      <span className="mt-1 block text-sm text-muted">
        {isOnly ? 'each' : `each, instead of ${current.type.name}`}
        {offered.isFrom || current.isFrom ? ', at the lowest prices of the day' : ', fees included'}
      </span>
    </li>
  )
}

/**
 * The order's current total, the total after the upgrade, and the difference; the server computes
 * the totals.
 */
function Totals({ offered, selection }: Pick<UpgradeOfferProps, 'offered' | 'selection'>) {
  const { event, search } = useEventFlow()
  const money = useMoney()
  const count = totalQuantity(selection)
  const types = formatSelection({ [offered.type.id]: count })
  const kept = useQuote(event.id, search).priced?.quote.totalMinor
  const upgraded = useQuote(event.id, { ...search, types }).priced?.quote.totalMinor
  const amount = (minor: number | undefined) =>
    minor === undefined ? <Skeleton className="h-5.5 w-20" /> : money.amount(minor)
  const isKnown = kept !== undefined && upgraded !== undefined
  return (
    <dl className="mt-8 max-w-form divide-y divide-edge border-y border-edge">
      <Row term="Your tickets now">{amount(kept)}</Row>
      <Row term={`With ${ticketsText(count)} of ${offered.type.name}`}>{amount(upgraded)}</Row>
      <Row term="Difference in total" isSum>
        {isKnown ? `+${money.amount(upgraded - kept)}` : amount(undefined)}
      </Row>
    </dl>
  )
}

interface RowProps {
  term: string
  isSum?: boolean
  children: ReactNode
}

function Row({ term, isSum = false, children }: RowProps) {
  return (
    <div
      className={`flex items-baseline justify-between gap-6 py-3 ${isSum ? 'font-semibold' : ''}`}
    >
      <dt className={isSum ? '' : 'text-muted'}>{term}</dt>
      <dd className="figures shrink-0">{children}</dd>
    </div>
  )
}
