import type { AddOnView } from '@foyer/contract'
import type { Selection } from '@foyer/domain'
import { AvailabilityMark, Button, Stepper } from '@foyer/ui'
import { Check } from '@foyer/ui/icons'
import { useMoney } from '../engine/use-money.ts'
import { reasonNotForAll, roomOf } from './limits.ts'

interface AddOnListProps {
  /** Heading level of each name in the page's outline. */
  level: 2 | 3
  addOns: readonly AddOnView[]
  selection: Selection
  ticketCount: number
  onChange: (addOnId: string, quantity: number) => void
}

/** The event's add-ons, each with a stepper and a button that adds one for every ticket. */
export function AddOnList({ level, addOns, selection, ticketCount, onChange }: AddOnListProps) {
  return (
    <ul className="divide-y divide-edge border-y border-edge">
      {addOns.map((addOn) => (
        <AddOnRow
          key={addOn.id}
          level={level}
          addOn={addOn}
          quantity={selection[addOn.id] ?? 0}
          ticketCount={ticketCount}
          onChange={(quantity) => onChange(addOn.id, quantity)}
        />
      ))}
    </ul>
  )
}

interface AddOnRowProps extends Pick<AddOnListProps, 'level' | 'ticketCount'> {
  addOn: AddOnView
  quantity: number
  onChange: (quantity: number) => void
}

function AddOnRow({ level, addOn, quantity, ticketCount, onChange }: AddOnRowProps) {
  const room = roomOf(addOn)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 py-5">
      <Words level={level} addOn={addOn} isChosen={quantity > 0} room={room} />
      <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
        <Button
          onClick={() => onChange(ticketCount)}
          disabledReason={reasonNotForAll(room, quantity, ticketCount)}
        >
          Add for All ({ticketCount})<span className="sr-only">: {addOn.name}</span>
        </Button>
        <Stepper
          label={addOn.name}
          value={quantity}
          // An earlier choice stays until the buyer reduces it, even if less is left now.
          max={Math.max(room.max, quantity)}
          maxReason={room.maxReason}
          onChange={onChange}
        />
      </div>
    </li>
  )
}

interface WordsProps extends Pick<AddOnRowProps, 'level' | 'addOn'> {
  isChosen: boolean
  room: ReturnType<typeof roomOf>
}

function Words({ level, addOn, isChosen, room }: WordsProps) {
  const money = useMoney()
  const Heading = `h${level}` as const
  return (
    <div className="min-w-0 flex-1 basis-52">
      <Heading className="flex items-center gap-2 font-display text-lg leading-tight font-bold">
        {isChosen && <Check aria-hidden="true" className="size-5 shrink-0 text-success-text" />}
        {addOn.name}
      </Heading>
      {addOn.description && (
        <p className="mt-1 max-w-prose text-sm text-muted">{addOn.description}</p>
      )}
      <p className="mt-2 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-muted">
        <span>
          <span className="figures font-display text-lg font-bold text-text">
            {money.offer(addOn.allInMinor)}
          </span>
          {addOn.allInMinor > 0 && ' each'}
        </span>
        {room.words && (
          <AvailabilityMark level={room.level} className="figures">
            {room.words}
          </AvailabilityMark>
        )}
      </p>
    </div>
  )
}
