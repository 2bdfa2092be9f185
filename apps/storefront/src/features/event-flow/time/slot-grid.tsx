import { cx, Skeleton, SkeletonGroup, VisuallyHidden } from '@foyer/ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { SlotButton } from './slot-button.tsx'
import { useSlotPrices } from './slot-prices.tsx'
import { type SlotGroup, slotForKey } from './slots.ts'

interface SlotGridProps {
  groups: readonly SlotGroup[]
  chosen: string | undefined
  onChoose: (sessionId: string) => void
}

/**
 * Times by part of day. Tab reaches one of them (roving tabindex) and arrows move among the rest,
 * since a day may have sixty.
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

  const prices = useSlotPrices()
  const isPriced = slots.some(({ range }) => range && range.highMinor > 0)
  return (
    <div ref={container} className="flex flex-col gap-8">
      <VisuallyHidden>Use the arrow keys to move between times.</VisuallyHidden>
      {isPriced && (
        <p className="-mb-3 text-sm text-muted">{`Prices are ${prices.unit}, incl. fees`}</p>
      )}
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
                  price={prices.of(slot)}
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

/** The current number of columns, which depends on the window. */
function columnsOf(container: HTMLElement): number {
  const list = container.querySelector('ul')
  return list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 1
}

/** Three columns, four on large screens; the skeleton has the same shape. */
const GRID = 'grid grid-cols-3 gap-2 lg:grid-cols-4'

/** Placeholder with the shape of the grid. */
export function SlotSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton className="h-6.5 w-28" />
      <div className={`mt-3 ${GRID}`}>
        {[0, 1, 2, 3, 4, 5, 6, 7].map((slot) => (
          <Skeleton key={slot} className="h-20 w-full rounded-md" />
        ))}
      </div>
    </SkeletonGroup>
  )
}
