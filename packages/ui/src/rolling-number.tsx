import { useState } from 'react'
import { cx } from './cx.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

interface RollingNumberProps {
  /** Determines the direction, e.g. an amount in minor units. */
  value: number
  /** The displayed value, formatted for the locale. */
  text: string
  /** Omits the spoken text, if the parent announces the value itself. */
  silent?: boolean
  className?: string
}

/**
 * Tabular figures that roll when they change: up for a larger value, down for a smaller one.
 * Positions count from the right, so that '$9.99' to '$10.00' rolls units over units. The first
 * render does not animate.
 */
export function RollingNumber({ value, text, silent = false, className }: RollingNumberProps) {
  const [shown, setShown] = useState({ value, text, direction: 'none' })
  // Derived while rendering, so that old and new figures are never painted side by side.
  if (shown.text !== text || shown.value !== value) {
    setShown({ value, text, direction: value >= shown.value ? 'up' : 'down' })
  }
  const columns = [...text].map((character, index, all) => ({
    character,
    position: all.length - index,
  }))
  return (
    <span className={cx('figures whitespace-nowrap', className)}>
      {!silent && <VisuallyHidden>{text}</VisuallyHidden>}
      <span aria-hidden="true">
        {columns.map(({ character, position }) => (
          <span key={position} className="roll">
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
