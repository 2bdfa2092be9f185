import type { DailyPriceView, PricedView, TicketTypeView } from '@foyer/contract'
import { formatSelection, groupBy, type Selection } from '@foyer/domain'
import { Fragment } from 'react'
import { useQuote } from '../../../data/use-quote.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { LiveNews } from '../live/live-news.tsx'
import { daySaleWords, typeSaleWords } from '../sale/type-sale-words.ts'
import { offerOf, shortfallOf, type TypeOffer, type Waiting } from './limits.ts'
import type { LinePrice } from './ticket-price.tsx'
import { TicketRow } from './ticket-row.tsx'

interface TicketListProps {
  types: readonly TicketTypeView[]
  selection: Selection
  onChange: (selection: Selection) => void
}

/** The types on sale as a price list, separated by rules. */
export function TicketList({ types, selection, onChange }: TicketListProps) {
  const { event, search } = useEventFlow()
  const { locale } = useApp().tenant
  const day = useDay()
  const { priced } = useQuote(event.id, { ...search, types: formatSelection(selection) })
  const rows = types.map((type) => {
    const words =
      typeSaleWords(type, event.venue_timezone, locale) ??
      (typeof day === 'string' ? undefined : daySaleWords(day, type.id, locale))
    return { type, offer: offerOf(type, day, words), quantity: selection[type.id] ?? 0 }
  })
  const cheapest = event.showPriceDifference
    ? rows.find(({ offer }) => offer.moreMinor === 0)?.type.name
    : undefined
  const isKnown = typeof day !== 'string'
  return (
    <>
      {Array.from(
        groupBy(rows, ({ type }) => type.groupId),
        ([groupId, ofGroup]) => (
          <Fragment key={groupId}>
            {ofGroup[0]?.type.groupName && (
              <h3 id={groupId} className="pt-6 pb-2 font-display text-lg font-bold first:pt-0">
                {ofGroup[0].type.groupName}
              </h3>
            )}
            <ul
              aria-labelledby={ofGroup[0]?.type.groupName ? groupId : undefined}
              className="divide-y divide-edge border-y border-edge"
            >
              {ofGroup.map(({ type, offer, quantity }) => (
                <TicketRow
                  key={type.id}
                  type={type}
                  offer={offer}
                  quantity={quantity}
                  cheapest={cheapest}
                  line={lineOf(priced, type.id, quantity)}
                  onChange={(next) => onChange({ ...selection, [type.id]: next })}
                />
              ))}
            </ul>
          </Fragment>
        ),
      )}
      <LiveNews noun="tickets" offers={isKnown ? rows.map(newsOf) : []} />
    </>
  )
}

/**
 * The price of several tickets of a type; undefined until the server has computed it. It is not
 * always the price of one ticket times their number, since a fee is rounded once.
 */
function lineOf(
  priced: PricedView | undefined,
  typeId: string,
  quantity: number,
): LinePrice | undefined {
  const line = priced?.quote.lines.find(({ id }) => id === typeId)
  if (!priced || line?.quantity !== quantity || quantity < 2) return undefined
  const { totalMinor, unitPrices } = line
  return { quantity, totalMinor, unitPrices, isFrom: !priced.isFinal }
}

interface Row {
  type: TicketTypeView
  offer: TypeOffer
  quantity: number
}

/** The announcement of a type when it changes, in particular when less is left than was chosen. */
function newsOf({ type, offer, quantity }: Row) {
  const short = shortfallOf(offer, quantity)
  return {
    id: type.id,
    name: type.name,
    words: short ? `${short}, you chose ${quantity}` : offer.words,
    level: short ?? offer.state,
  }
}

/** The chosen day, or why it is not there yet. */
function useDay(): DailyPriceView | Waiting {
  const { data, isError, isFetching, failureCount } = useEventFlow().daily
  if (data) return data
  if (isError && !isFetching) return 'unavailable'
  return failureCount > 0 || isError ? 'checking' : 'loading'
}
