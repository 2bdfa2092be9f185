import { useState } from 'react'
import { cx } from './cx.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

interface RollingNumberProps {
  /** Decides the direction of the roll, e.g. an amount in minor units. */
  value: number
  /** The value as it is shown, already formatted for the locale. */
  text: string
  /** Leave out the spoken text where the parent announces it in its own words. */
  silent?: boolean
  className?: string
}

/**
 * Tabular figures that roll when they change: up when the value grows, down when it falls. Counted
 * from the right, so that '$9.99' to '$10.00' rolls units over units. Nothing moves on first render.
 */
export function RollingNumber({ value, text, silent = false, className }: RollingNumberProps) {
  const [shown, setShown] = useState({ value, text, direction: 'none' })
  // Derived while rendering, so the old figures never paint beside the new ones.
  if (shown.text !== text || shown.value !== value) {
    setShown({ value, text, direction: value >= shown.value ? 'up' : 'down' })
  }
  const columns = [...text].map((character, index, all) => ({
    character,
    place: all.length - index,
  }))
  return (
    <span className={cx('figures whitespace-nowrap', className)}>
      {!silent && <VisuallyHidden>{text}</VisuallyHidden>}
      <span aria-hidden="true">
        {columns.map(({ character, place }) => (
          <span key={place} className="roll">
            <span
              key={character}
              className={cx(shown.direction !== 'none' && 'roll-in')}
              data-direction={shown.direction}
            >
              {character}
            </span>
          </span>
        ))}
      </span>
    </span>
  )
}
