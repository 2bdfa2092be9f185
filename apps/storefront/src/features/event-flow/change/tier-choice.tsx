import { AvailabilityMark, cx } from '@foyer/ui'
import { Check } from '@foyer/ui/icons'
import { hasRoom, type Tier } from '../../../data/tiers.ts'
import { useMoney } from '../engine/use-money.ts'

interface TierChoiceProps {
  current: Tier
  /** Those above it, cheapest first. */
  tiers: readonly Tier[]
  quantity: number
  chosen: string | undefined
  onChoose: (typeId: string) => void
}

/** One tier for all tickets: radio buttons in the shape of the price list. */
export function TierChoice({ current, tiers, quantity, chosen, onChoose }: TierChoiceProps) {
  const money = useMoney()
  return (
    <fieldset>
      <legend className="text-muted">
        Instead of {current.type.name}, {money.price(current.allInMinor)} incl. fees
      </legend>
      <div className="mt-4 divide-y divide-edge border-y border-edge">
        {tiers.map((tier) => (
          <TierRow
            key={tier.type.id}
            tier={tier}
            differenceMinor={tier.allInMinor - current.allInMinor}
            quantity={quantity}
            isChosen={tier.type.id === chosen}
            onChoose={() => onChoose(tier.type.id)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface TierRowProps {
  tier: Tier
  /** What one ticket costs more, minor units. */
  differenceMinor: number
  quantity: number
  isChosen: boolean
  onChoose: () => void
}

function TierRow({ tier, differenceMinor, quantity, isChosen, onChoose }: TierRowProps) {
  const money = useMoney()
  const { type, left } = tier
  const fits = hasRoom(tier, quantity)
  return (
    <label
      className={cx(
        'group flex min-h-target items-start gap-4 py-5 has-focus-visible:outline-2 has-focus-visible:outline-offset-8 has-focus-visible:outline-(--focus)',
        fits ? 'cursor-pointer' : 'cursor-not-allowed text-muted',
      )}
    >
      <input
        type="radio"
        name="tier"
        value={type.id}
        checked={isChosen}
        disabled={!fits}
        onChange={onChoose}
        className="sr-only"
      />
      <span
        aria-hidden="true"
        className={cx(
          'mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border transition-colors',
          isChosen ? 'border-text bg-text text-page' : 'border-edge-strong group-hover:border-text',
        )}
      >
        {isChosen && <Check className="size-4" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-display text-lg leading-tight font-bold">{type.name}</span>
        {type.description && (
          <span className="mt-1 block max-w-prose text-sm text-muted">{type.description}</span>
        )}
        {left !== null && !fits && (
          <AvailabilityMark level="soldOut" className="mt-2">
            {left === 0 ? 'Sold Out' : `Only ${left} left`}
          </AvailabilityMark>
        )}
      </span>
      <span className="figures shrink-0 text-end">
        <span className="block font-display text-lg font-bold">
          +{money.price(differenceMinor)}
        </span>
        <span className="block text-sm text-muted">each</span>
      </span>
    </label>
  )
}
