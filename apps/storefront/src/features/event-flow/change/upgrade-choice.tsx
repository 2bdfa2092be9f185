import type { OutputOf, orderChanges, UpgradeOption } from '@foyer/contract'
import { AvailabilityMark, cx } from '@foyer/ui'
import { Check } from '@foyer/ui/icons'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { useMoney } from '../engine/use-money.ts'

interface UpgradeChoiceProps {
  quotes: OutputOf<typeof orderChanges.quoteUpgrades>
  chosen: string | undefined
  onChoose: (typeId: string) => void
}

/** One ticket type for all tickets: radio buttons with the looks of the price list. */
export function UpgradeChoice({ quotes, chosen, onChoose }: UpgradeChoiceProps) {
  const { current, options, quantity } = quotes
  return (
    <fieldset>
      <legend className="text-muted">Instead of {current.name}, fees included</legend>
      <div className="mt-4 divide-y divide-edge border-y border-edge">
        {options.map((option) => (
          <OptionRow
            key={option.ticketTypeId}
            option={option}
            quantity={quantity}
            isChosen={option.ticketTypeId === chosen}
            onChoose={() => onChoose(option.ticketTypeId)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface OptionRowProps {
  option: UpgradeOption
  quantity: number
  isChosen: boolean
  onChoose: () => void
}

function OptionRow({ option, quantity, isChosen, onChoose }: OptionRowProps) {
  const { ticketTypeId, name, description, availableCount, hasRoom } = option
  return (
    <label
      className={cx(
        'group flex min-h-target items-start gap-4 py-5 has-focus-visible:outline-2 has-focus-visible:outline-offset-8 has-focus-visible:outline-(--focus)',
        hasRoom ? 'cursor-pointer' : 'cursor-not-allowed text-muted',
      )}
    >
      <input
        type="radio"
        name="ticketType"
        value={ticketTypeId}
        checked={isChosen}
        disabled={!hasRoom}
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
        <span className="block font-display text-lg leading-tight font-bold">{name}</span>
        {description && (
          <span className="mt-1 block max-w-prose text-sm text-muted">{description}</span>
        )}
        {availableCount !== null && !hasRoom && (
          <AvailabilityMark level="soldOut" className="mt-2">
            {availableCount === 0 ? 'Sold Out' : `Only ${availableCount} left`}
          </AvailabilityMark>
        )}
      </span>
      <OptionPrice option={option} quantity={quantity} />
    </label>
  )
}

/** The extra price of one ticket; the sum for all tickets if the cents differ between them. */
function OptionPrice({ option, quantity }: { option: UpgradeOption; quantity: number }) {
  const money = useMoney()
  const { eachMinor, change } = option
  const isFree = change.dueMinor === 0
  return (
    <span className="figures shrink-0 text-end">
      <span className="block font-display text-lg font-bold">
        {isFree ? 'No charge' : `+${money.price(eachMinor ?? change.dueMinor)}`}
      </span>
      {!isFree && (
        <span className="block text-sm text-muted">
          {eachMinor === null ? `for ${ticketsText(quantity)}` : 'each'}
        </span>
      )}
    </span>
  )
}
