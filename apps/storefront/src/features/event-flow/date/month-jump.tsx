import { cx } from '@foyer/ui'
import { useMoney } from '../engine/use-money.ts'
import type { Month } from './calendar-model.ts'

interface MonthJumpProps {
  months: readonly Month[]
  /** The current month, if one month is shown at a time. */
  currentId: string | undefined
  onJump: (monthId: string) => void
}

/** Fewer months are quickly found by scrolling. */
const WORTH_A_STRIP = 4

/** Buttons that jump to a month, with its lowest price if the months differ. */
export function MonthJump({ months, currentId, onJump }: MonthJumpProps) {
  const money = useMoney()
  if (months.length < WORTH_A_STRIP) return null
  const differ = new Set(months.map(({ fromMinor }) => fromMinor)).size > 1
  return (
    <nav aria-label="Jump to month" className="-mx-4 mb-5 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul className="flex w-max gap-2 pb-1">
        {months.map((month) => (
          <li key={month.id} className="grid">
            <button
              type="button"
              onClick={() => onJump(month.id)}
              disabled={!month.hasSessions}
              aria-current={month.id === currentId || undefined}
              className={cx(
                'flex min-h-target flex-col items-start justify-center rounded-md border px-3.5 py-1.5',
                month.id === currentId ? 'border-text' : 'border-edge',
                'text-start transition-colors hover:border-edge-strong hover:bg-hover',
                'disabled:cursor-not-allowed disabled:text-faint disabled:hover:bg-transparent',
              )}
            >
              <span className="text-sm font-semibold whitespace-nowrap">{month.shortLabel}</span>
              {differ && (
                <span className="figures text-xs whitespace-nowrap text-muted">
                  {noteOf(month, money.offer)}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function noteOf({ fromMinor, shutWords }: Month, price: (amountMinor: number) => string): string {
  if (fromMinor !== null) return `${fromMinor > 0 ? 'from ' : ''}${price(fromMinor)}`
  return shutWords
}
