import type { TicketTypeView } from '@foyer/contract'
import type { Selection } from '@foyer/domain'
import { AvailabilityMark, cx, Skeleton, Stepper } from '@foyer/ui'
import { ChevronDown } from '@foyer/ui/icons'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { useMoney } from '../engine/use-money.ts'
import { LiveNews } from '../live/live-news.tsx'
import { LiveTint } from '../live/live-tint.tsx'
import { offerOf, shortfallOf, type TypeOffer } from './limits.ts'

interface TicketListProps {
  types: readonly TicketTypeView[]
  selection: Selection
  onChange: (typeId: string, quantity: number) => void
}

/** The types on sale as a programme's price list: a rule between them, no boxes. */
export function TicketList({ types, selection, onChange }: TicketListProps) {
  const { daily } = useEventFlow()
  const rows = types.map((type) => ({
    type,
    offer: offerOf(type, daily.data),
    quantity: selection[type.id] ?? 0,
  }))
  const news = daily.data ? rows.map(newsOf) : []
  return (
    <>
      <ul className="divide-y divide-edge border-y border-edge">
        {rows.map(({ type, offer, quantity }) => (
          <TicketRow
            key={type.id}
            type={type}
            offer={offer}
            quantity={quantity}
            onChange={(next) => onChange(type.id, next)}
          />
        ))}
      </ul>
      <LiveNews noun="tickets" offers={news} />
    </>
  )
}

/** A type as it is spoken of when it changes, above all when less is left than was chosen. */
function newsOf({ type, offer, quantity }: Omit<TicketRowProps, 'onChange'>) {
  const short = shortfallOf(offer, quantity)
  return {
    id: type.id,
    name: type.name,
    words: short ? `${short}, you chose ${quantity}` : (offer.availability ?? ''),
    level: short ?? offer.level,
  }
}

interface TicketRowProps {
  type: TicketTypeView
  offer: TypeOffer
  quantity: number
  onChange: (quantity: number) => void
}

function TicketRow({ type, offer, quantity, onChange }: TicketRowProps) {
  const short = shortfallOf(offer, quantity)
  const words = short ?? offer.availability
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-5">
      {type.image_url && (
        <img
          src={type.image_url}
          alt=""
          width="64"
          height="64"
          loading="lazy"
          className="size-16 shrink-0 rounded-md object-cover"
        />
      )}
      <div className="min-w-0 flex-1 basis-52">
        <h2 className="font-display text-lg leading-tight font-bold">{type.name}</h2>
        {type.description && (
          <p className="mt-1 max-w-prose text-sm text-muted">{type.description}</p>
        )}
        <Price offer={offer} />
      </div>
      <div className="flex flex-col items-start gap-1 max-sm:w-full max-sm:flex-row max-sm:items-center max-sm:gap-4">
        <span className="relative isolate order-last -mx-1.5 flex min-h-6.5 items-center rounded-sm px-1.5 sm:order-first">
          {words && (
            <>
              <LiveTint of={short ? 'short' : offer.level} />
              <AvailabilityMark
                level={offer.level}
                className={cx('figures', short !== null && 'text-warning-text!')}
              >
                <span className={cx(offer.level === 'available' && !short && 'text-muted')}>
                  {words}
                </span>
              </AvailabilityMark>
            </>
          )}
        </span>
        <Stepper
          label={type.name}
          value={quantity}
          // What was chosen before stays until it is taken out, even if the day has less now.
          max={Math.max(offer.max, quantity)}
          maxReason={offer.maxReason}
          onChange={onChange}
        />
      </div>
    </li>
  )
}

function Price({ offer }: { offer: TypeOffer }) {
  const money = useMoney()
  const { daily } = useEventFlow()
  if (offer.allInMinor === null) {
    return daily.isPending ? <Skeleton className="mt-2 h-7 w-32" /> : null
  }
  const allIn = (
    <>
      {offer.isFrom && 'From '}
      <span className="figures font-display text-lg font-bold text-text">
        {money.price(offer.allInMinor)}
      </span>{' '}
      incl. fees
    </>
  )
  if (!offer.breakdown) return <p className="mt-1 py-2 text-sm text-muted">{allIn}</p>
  return (
    <details className="disclosure mt-1">
      <summary className="inline-flex min-h-target list-none items-center gap-1.5 rounded-sm text-sm text-muted">
        <span>{allIn}</span>
        <ChevronDown aria-hidden="true" className="disclosure-arrow size-4 transition-[rotate]" />
      </summary>
      <p className="figures pb-1 text-sm text-muted">
        {money.amount(offer.breakdown.priceMinor)} + {money.amount(offer.breakdown.feeMinor)} fee
      </p>
    </details>
  )
}
