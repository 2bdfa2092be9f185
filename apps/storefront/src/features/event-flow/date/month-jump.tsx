import { cx } from '@foyer/ui'
import { useMoney } from '../engine/use-money.ts'
import type { Month } from './calendar-model.ts'

interface MonthJumpProps {
  months: readonly Month[]
  onJump: (monthId: string) => void
}

/** A strip of months to jump to, with each one's lowest price where they differ; not for one or two. */
export function MonthJump({ months, onJump }: MonthJumpProps) {
  const money = useMoney()
  if (months.length < 3) return null
  const differ = new Set(months.map(({ fromMinor }) => fromMinor)).size > 1
  return (
    <nav aria-label="Jump to month" className="-mx-4 mb-6 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul className="flex w-max gap-2 pb-1">
        {months.map((month) => (
          <li key={month.id} className="grid">
            <button
              type="button"
              onClick={() => onJump(month.id)}
              disabled={!month.hasSessions}
              className={cx(
                'flex min-h-target flex-col items-start justify-center rounded-md border border-edge px-3.5 py-1.5',
                'text-start transition-colors hover:border-edge-strong hover:bg-hover',
                'disabled:cursor-not-allowed disabled:text-faint disabled:hover:bg-transparent',
              )}
            >
              <span className="text-sm font-semibold whitespace-nowrap">{month.shortLabel}</span>
              {differ && (
                <span className="figures text-xs whitespace-nowrap text-muted">
                  {noteOf(month, money.price)}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function noteOf({ fromMinor, hasSessions }: Month, price: (amountMinor: number) => string): string {
  if (fromMinor !== null) return `from ${price(fromMinor)}`
  return hasSessions ? 'Sold out' : 'No sessions'
}
