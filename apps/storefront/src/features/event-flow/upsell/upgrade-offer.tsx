import type { Selection } from '@foyer/domain'
import { LIMITED_AT, totalQuantity } from '@foyer/domain'
import { AvailabilityMark, Skeleton } from '@foyer/ui'
import type { ReactNode } from 'react'
import { type PricedType, upgradedTypes } from '../../../data/priced-types.ts'
import { useQuote } from '../../../data/use-quote.ts'
import { useApp } from '../../../shared/app-context.tsx'
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
 * without it. The server computes all of them.
 */
export function UpgradeOffer({ offered, chosen, selection }: UpgradeOfferProps) {
  const { base } = useApp()
  const { event, search } = useEventFlow()
  const { type, left } = offered
  const types = upgradedTypes(selection, type.id)
  const kept = useQuote(event.id, search).priced
  const upgraded = useQuote(event.id, { ...search, types }, search.types).priced
  return (
    <>
      {type.image_url && (
        <img
          src={base + type.image_url}
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
            upgraded={upgraded}
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
      <dl className="mt-8 max-w-form divide-y divide-edge border-y border-edge">
        <Row term="Your tickets now">
          <Amount minor={kept?.quote.totalMinor} />
        </Row>
        <Row term={`With ${ticketsText(totalQuantity(selection))} of ${type.name}`}>
          <Amount minor={upgraded?.quote.totalMinor} />
        </Row>
        <Row term="Difference in total" isSum>
          <Amount sign="+" minor={upgraded?.upgrade?.differenceMinor} />
        </Row>
      </dl>
    </>
  )
}

interface DifferenceProps {
  upgraded: ReturnType<typeof useQuote>['priced']
  current: PricedType
  isOnly: boolean
}

/** The price of an upgrade for one ticket: the difference of the two prices with fees. */
function Difference({ upgraded, current, isOnly }: DifferenceProps) {
  const money = useMoney()
  const difference = upgraded?.upgrade?.each.find(
    ({ ticketTypeId }) => ticketTypeId === current.type.id,
  )
  return (
    <li>
      <span className="figures block font-display text-display font-bold">
        {difference ? (
          `+${money.price(difference.differenceMinor)}`
        ) : (
          <Skeleton className="h-12 w-32" />
        )}
      </span>
      <span className="mt-1 block text-sm text-muted">
        {isOnly ? 'each' : `each, instead of ${current.type.name}`}
        {upgraded?.isFinal === false ? ', at the lowest prices of the day' : ', fees included'}
      </span>
    </li>
  )
}

function Amount({ sign = '', minor }: { sign?: string; minor: number | undefined }) {
  const money = useMoney()
  if (minor === undefined) return <Skeleton className="h-5.5 w-20" />
  return `${sign}${money.amount(minor)}`
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
