import type { PricedView } from '@foyer/contract'
import { type Selection, totalQuantity } from '@foyer/domain'
import { Skeleton } from '@foyer/ui'
import type { ReactNode } from 'react'
import { type PricedType, upgradedTypes } from '../../../data/priced-types.ts'
import { useQuote } from '../../../data/use-quote.ts'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { useMoney } from '../engine/use-money.ts'

interface UpgradeOfferProps {
  offered: PricedType
  /** The chosen types with a price, cheapest first. */
  chosen: readonly PricedType[]
  selection: Selection
  isUpgraded: boolean
  onChoose: (isUpgraded: boolean) => void
}

/**
 * The chosen tickets and the next ticket type as two choices that look alike, each with its total
 * for the whole party. The server computes all amounts.
 */
export function UpgradeOffer(props: UpgradeOfferProps) {
  const { offered, chosen, selection, isUpgraded, onChoose } = props
  const { event, search } = useEventFlow()
  const { type } = offered
  const types = upgradedTypes(selection, type.id)
  const kept = useQuote(event.id, search).priced
  const upgraded = useQuote(event.id, { ...search, types }, search.types).priced
  const count = totalQuantity(selection)
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
      {type.description && <p className="mb-6 max-w-prose text-base">{type.description}</p>}
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="sr-only">Your tickets</legend>
        <Choice
          isChosen={!isUpgraded}
          onChoose={() => onChoose(false)}
          title="No Thanks"
          priced={kept}
        >
          {chosen.map(({ type: { id, name } }) => `${selection[id]} × ${name}`).join(', ')}
        </Choice>
        <Choice
          isChosen={isUpgraded}
          onChoose={() => onChoose(true)}
          title={`Upgrade ${ticketsText(count)}`}
          priced={upgraded}
          note={<Differences upgraded={upgraded} chosen={chosen} count={count} />}
        >
          {`${count} × ${type.name}`}
        </Choice>
      </fieldset>
    </>
  )
}

interface ChoiceProps {
  isChosen: boolean
  onChoose: () => void
  title: string
  priced: PricedView | undefined
  /** What it costs beyond the tickets as chosen. */
  note?: ReactNode
  children: string
}

/** One of the two: both have the same shape, and an edge marks the chosen one. */
function Choice({ isChosen, onChoose, title, priced, note, children }: ChoiceProps) {
  const money = useMoney()
  return (
    <label className="flex cursor-pointer justify-between gap-x-4 gap-y-4 rounded-lg bg-surface p-4 inset-ring inset-ring-edge transition-colors hover:bg-hover has-checked:inset-ring-2 has-checked:inset-ring-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 sm:flex-col sm:justify-start sm:p-5">
      <span className="flex min-w-0 items-start gap-3">
        <input
          type="radio"
          name="upgrade"
          checked={isChosen}
          onChange={onChoose}
          className="mt-0.5 size-5 shrink-0 accent-current outline-none"
        />
        <span className="min-w-0">
          <span className="block font-display text-base leading-tight font-bold sm:text-lg">
            {title}
          </span>
          <span className="mt-1 block text-sm text-muted">{children}</span>
        </span>
      </span>
      <span className="block shrink-0 text-end sm:ps-8 sm:text-start">
        <span className="figures block font-display text-lg leading-tight font-bold sm:text-title">
          {priced ? (
            <>
              {!priced.isFinal && <span className="text-base font-semibold">From </span>}
              {money.amount(priced.quote.totalMinor)}
            </>
          ) : (
            <Skeleton className="h-9 w-28" />
          )}
        </span>
        <span className="block text-sm text-muted">in total, incl. fees</span>
        {note && <span className="figures block text-sm text-muted">{note}</span>}
      </span>
    </label>
  )
}

interface DifferencesProps {
  upgraded: PricedView | undefined
  chosen: readonly PricedType[]
  count: number
}

/**
 * '+$11 each, +$22.00 for all', and for several chosen types what each of them costs more. A single
 * ticket has one difference.
 */
function Differences({ upgraded, chosen, count }: DifferencesProps) {
  const money = useMoney()
  const { upgrade, isFinal } = upgraded ?? {}
  if (!upgrade) return <Skeleton className="h-5 w-20" />
  const texts = chosen.flatMap(({ type }) => {
    const difference = upgrade.each.find(({ ticketTypeId }) => ticketTypeId === type.id)
    if (!difference) return []
    const more = `+${money.price(difference.differenceMinor)} each`
    return [chosen.length === 1 ? more : `${more}, instead of ${type.name}`]
  })
  const all = `+${money.amount(upgrade.differenceMinor)}`
  const basis = isFinal ? [] : ['at the lowest prices of the day']
  const differences = count === 1 ? [all] : [...texts, `${all} for all`]
  return [...differences, ...basis].map((text) => (
    <span key={text} className="block">
      {text}
    </span>
  ))
}
