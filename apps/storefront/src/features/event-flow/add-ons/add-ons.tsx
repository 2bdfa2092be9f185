import type { AddOnView } from '@foyer/contract'
import type { Selection } from '@foyer/domain'
import { Button, Stepper } from '@foyer/ui'
import { useMoney } from '../engine/use-money.ts'

interface AddOnsProps {
  addOns: readonly AddOnView[]
  selection: Selection
  ticketCount: number
  onChange: (addOnId: string, quantity: number) => void
}

/** Extras of the event, each with a stepper and a shortcut that gives one to everybody. */
export function AddOns({ addOns, selection, ticketCount, onChange }: AddOnsProps) {
  return (
    <section aria-labelledby="add-ons" className="mt-10">
      <h2 id="add-ons" className="font-display text-lg font-bold">
        Add-ons
      </h2>
      <ul className="mt-3 divide-y divide-edge border-y border-edge">
        {addOns.map((addOn) => (
          <AddOnRow
            key={addOn.id}
            addOn={addOn}
            quantity={selection[addOn.id] ?? 0}
            ticketCount={ticketCount}
            onChange={(quantity) => onChange(addOn.id, quantity)}
          />
        ))}
      </ul>
    </section>
  )
}

interface AddOnRowProps {
  addOn: AddOnView
  quantity: number
  ticketCount: number
  onChange: (quantity: number) => void
}

function AddOnRow({ addOn, quantity, ticketCount, onChange }: AddOnRowProps) {
  const money = useMoney()
  const forAll = Math.min(ticketCount, addOn.maxQuantity)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-5">
      <div className="min-w-0 flex-1 basis-52">
        <h3 className="font-display text-lg leading-tight font-bold">{addOn.name}</h3>
        {addOn.description && (
          <p className="mt-1 max-w-prose text-sm text-muted">{addOn.description}</p>
        )}
        <p className="mt-2 text-sm text-muted">
          <span className="figures font-display text-lg font-bold text-text">
            {money.price(addOn.allInMinor)}
          </span>{' '}
          each
        </p>
      </div>
      <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
        <Button
          onClick={() => onChange(forAll)}
          disabled={quantity === forAll}
          disabledReason={quantity === forAll ? 'Everybody has one' : undefined}
        >
          Add for All ({forAll})<span className="sr-only">: {addOn.name}</span>
        </Button>
        <Stepper
          label={addOn.name}
          value={quantity}
          max={addOn.maxQuantity}
          maxReason={`At most ${addOn.maxQuantity} per order`}
          onChange={onChange}
        />
      </div>
    </li>
  )
}
