import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { useUiTexts } from './texts.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export type Availability = 'available' | 'few' | 'soldOut'

type Seat = 'free' | 'taken' | 'gone'

const seats: Record<Availability, ReadonlyArray<Seat>> = {
  available: ['free', 'free', 'free'],
  few: ['free', 'taken', 'taken'],
  soldOut: ['gone', 'gone', 'gone'],
}

const disc = 'M.9 4a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0'
const shapeOf: Record<Seat, string> = { free: disc, taken: disc, gone: 'M1.5 4h4' }

const toneOf: Record<Availability, string> = {
  available: 'text-success-text',
  few: 'text-warning-text',
  soldOut: 'text-muted',
}

interface AvailabilityMarkProps {
  level: Availability
  /** Replaces the default text, e.g. '12 left'. */
  children?: ReactNode
  /** Shows only the mark (calendar days); the text is still spoken. */
  compact?: boolean
  className?: string
}

/**
 * Three seats in a row: three discs, one disc or three dashes. Shape and text carry the meaning;
 * colour only supports it.
 */
export function AvailabilityMark({ level, children, compact, className }: AvailabilityMarkProps) {
  const texts = useUiTexts()
  const words = children ?? texts[level]
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 text-xs font-medium',
        toneOf[level],
        className,
      )}
    >
      <svg viewBox="0 0 23 8" aria-hidden="true" className="h-2 w-[23px] shrink-0 overflow-visible">
        {seats[level].map((seat, index) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: three fixed seats
            key={index}
            d={shapeOf[seat]}
            transform={`translate(${index * 8} 0)`}
            fill={seat === 'free' ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinecap="round"
          />
        ))}
      </svg>
      {compact ? <VisuallyHidden>{words}</VisuallyHidden> : words}
    </span>
  )
}
