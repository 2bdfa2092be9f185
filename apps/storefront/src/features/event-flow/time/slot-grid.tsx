import { AvailabilityMark, cx, VisuallyHidden } from '@foyer/ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useMoney } from '../engine/use-money.ts'
import { LiveTint } from '../live/live-tint.tsx'
import { GRID } from './slot-style.ts'
import { pricesDiffer, type Slot, type SlotGroup, slotForKey } from './slots.ts'

interface SlotGridProps {
  groups: readonly SlotGroup[]
  chosen: string | undefined
  onChoose: (sessionId: string) => void
}

/**
 * Times by part of day. Tab reaches one of them (roving tabindex), arrows the others: a season's day
 * may have sixty.
 */
export function SlotGrid({ groups, chosen, onChoose }: SlotGridProps) {
  const slots = groups.flatMap((group) => group.slots)
  const [focused, setFocused] = useState<string>()
  const container = useRef<HTMLDivElement>(null)
  const wanted = focused ?? chosen
  const tabStop = (
    slots.find((slot) => slot.sessionId === wanted) ??
    slots.find(({ fits }) => fits) ??
    slots[0]
  )?.sessionId

  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !container.current) return
    const buttons = container.current.querySelectorAll<HTMLButtonElement>('[data-slot]')
    const from = [...buttons].findIndex((button) => button.matches(':focus'))
    if (from < 0) return
    const sizes = groups.map((group) => group.slots.length)
    const to = slotForKey(event.key, from, sizes, columnsOf(container.current))
    if (to === undefined) return
    event.preventDefault()
    setFocused(slots[to]?.sessionId)
    buttons[to]?.focus()
  }

  const showsPrice = pricesDiffer(groups)
  return (
    <div ref={container} className="flex flex-col gap-8">
      <VisuallyHidden>Use the arrow keys to move between times.</VisuallyHidden>
      {groups.map(({ part, slots: inPart }) => (
        <section key={part} aria-labelledby={`part-${part}`}>
          <h2 id={`part-${part}`} className="text-base font-semibold">
            {part}
          </h2>
          <ul className={cx('mt-3', GRID)} onKeyDown={handleKey}>
            {inPart.map((slot) => (
              <li key={slot.sessionId} className="grid">
                <SlotButton
                  slot={slot}
                  showsPrice={showsPrice}
                  isChosen={slot.sessionId === chosen}
                  isTabStop={slot.sessionId === tabStop}
                  onChoose={onChoose}
                  onFocus={setFocused}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Columns as they are laid out now: the number depends on the window. */
function columnsOf(container: HTMLElement): number {
  const list = container.querySelector('ul')
  return list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 1
}

interface SlotButtonProps {
  slot: Slot
  showsPrice: boolean
  isChosen: boolean
  isTabStop: boolean
  onChoose: (sessionId: string) => void
  onFocus: (sessionId: string) => void
}

/** Edges are drawn inside: a time that sells out while one looks keeps its words where they are. */
function looksOf(isChosen: boolean, fits: boolean): string {
  if (!fits) {
    const edge = isChosen ? 'inset-ring-2 inset-ring-text' : 'inset-ring inset-ring-edge'
    return `cursor-not-allowed text-muted ${edge}`
  }
  return isChosen
    ? 'bg-text text-page'
    : 'bg-surface hover:bg-hover light:inset-ring light:inset-ring-edge'
}

function SlotButton(props: SlotButtonProps) {
  const { slot, showsPrice, isChosen, isTabStop, onChoose, onFocus } = props
  const money = useMoney()
  const { fits, left } = slot
  const level = left === 0 ? 'soldOut' : slot.availability === 'Available' ? 'available' : 'few'
  const range =
    slot.lowMinor === slot.highMinor
      ? money.price(slot.lowMinor)
      : `${money.price(slot.lowMinor)}–${money.price(slot.highMinor)}`
  return (
    <button
      type="button"
      data-slot
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isChosen}
      aria-disabled={!fits || undefined}
      onClick={fits ? () => onChoose(slot.sessionId) : undefined}
      onFocus={() => onFocus(slot.sessionId)}
      className={cx(
        'relative isolate flex min-h-18 flex-col items-start justify-center gap-0.5 rounded-md px-2 py-2 text-start transition-colors sm:px-4 forced-colors:border',
        looksOf(isChosen, fits),
      )}
    >
      <LiveTint of={`${level} ${fits}`} />
      <span
        className={cx(
          'figures font-display text-base font-bold sm:text-lg',
          !fits && 'line-through decoration-1',
        )}
      >
        {slot.time}
      </span>
      {showsPrice && slot.highMinor > 0 && (
        <span className="figures text-xs font-medium whitespace-nowrap max-sm:tracking-tight">
          {range}
        </span>
      )}
      <AvailabilityMark
        level={level}
        className={cx(isChosen && fits && 'text-current!', 'max-sm:[&>svg]:hidden')}
      >
        <span className={cx('figures', level === 'available' && !isChosen && 'text-muted')}>
          {slot.availability}
        </span>
        {!fits && level !== 'soldOut' && (
          <VisuallyHidden>, not enough for your tickets</VisuallyHidden>
        )}
      </AvailabilityMark>
    </button>
  )
}
