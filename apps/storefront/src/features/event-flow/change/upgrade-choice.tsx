import type { UpgradeOption } from '@foyer/contract'
import { statusLabel } from '@foyer/domain'
import { AvailabilityMark, cx } from '@foyer/ui'
import { Check } from '@foyer/ui/icons'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { useMoney } from '../engine/use-money.ts'

interface UpgradeChoiceProps {
  /** For the same tickets of one type. */
  options: readonly UpgradeOption[]
  chosen: string | undefined
  onChoose: (typeId: string) => void
}

/** One ticket type for all tickets: radio buttons with the looks of the price list. */
export function UpgradeChoice({ options, chosen, onChoose }: UpgradeChoiceProps) {
  return (
    <fieldset>
      <legend className="text-muted">Instead of {options[0]?.fromTypeName}, fees included</legend>
      <div className="mt-4 divide-y divide-edge border-y border-edge">
        {options.map((option) => (
          <OptionRow
            key={option.toTicketTypeId}
            option={option}
            isChosen={option.toTicketTypeId === chosen}
            onChoose={() => onChoose(option.toTicketTypeId)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface OptionRowProps {
  option: UpgradeOption
  isChosen: boolean
  onChoose: () => void
}

function OptionRow({ option, isChosen, onChoose }: OptionRowProps) {
  const { toTicketTypeId, toTypeName, description, availableCapacity, canUpgrade } = option
  return (
    <label
      className={cx(
        'group flex min-h-target items-start gap-4 py-5 has-focus-visible:outline-2 has-focus-visible:outline-offset-8 has-focus-visible:outline-(--focus)',
        canUpgrade ? 'cursor-pointer' : 'cursor-not-allowed text-muted',
      )}
    >
      <input
        type="radio"
        name="ticketType"
        value={toTicketTypeId}
        checked={isChosen}
        disabled={!canUpgrade}
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
        <span className="block font-display text-lg leading-tight font-bold">{toTypeName}</span>
        {description && (
          <span className="mt-1 block max-w-prose text-sm text-muted">{description}</span>
        )}
        {availableCapacity !== null && !canUpgrade && (
          <AvailabilityMark level="soldOut" className="mt-2">
            {availableCapacity === 0 ? statusLabel('sold_out') : `Only ${availableCapacity} left`}
          </AvailabilityMark>
        )}
      </span>
      <OptionPrice option={option} />
    </label>
  )
}

/** The extra price of one ticket; the sum for all tickets if the cents differ between them. */
function OptionPrice({ option: { eachMinor, change, ticketIds } }: { option: UpgradeOption }) {
  const money = useMoney()
  if (!change?.dueMinor) {
    return <span className="figures shrink-0 font-display text-lg font-bold">No charge</span>
  }
  return (
    <span className="figures shrink-0 text-end">
      <span className="block font-display text-lg font-bold">
        {`+${money.price(eachMinor ?? change.dueMinor)}`}
      </span>
      <span className="block text-sm text-muted">
        {eachMinor === null ? `for ${ticketsText(ticketIds.length)}` : 'each'}
      </span>
    </span>
  )
}
