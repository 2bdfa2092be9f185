import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface StickyBarProps {
  /** Names the region, e.g. 'Your order'. */
  label: string
  /** A line above both, in small type: what is bought. */
  head?: ReactNode
  /** Left: the total and, below it, the time left or the number of tickets. */
  summary: ReactNode
  /** Right: the one action. */
  action: ReactNode
  className?: string
}

/**
 * The phone's bar: total, time left, one action. Hidden from 1024 px on, where the ticket card is
 * beside the page. The stylesheet reserves its height at the page's end and scrolls focused
 * elements above it. At most one per screen.
 */
export function StickyBar({ label, head, summary, action, className }: StickyBarProps) {
  return (
    <section
      aria-label={label}
      data-head={head ? '' : undefined}
      className={cx(
        'sticky-bar fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center justify-between gap-x-4',
        'min-h-(--sticky-bar-height) border-t border-edge bg-surface px-4 pt-3 sm:px-6',
        'pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:hidden',
        className,
      )}
    >
      {head && <div className="mb-1 w-full truncate text-xs text-muted">{head}</div>}
      <div className="min-w-0 flex-1">{summary}</div>
      {/* Not wrapped: a wrapper would move with the width of what it holds, and count as a shift. */}
      {action}
    </section>
  )
}

interface StickyBarSummaryProps {
  total: ReactNode
  note?: ReactNode
}

/** The usual left side of the bar: the total in large type, one line below it. */
export function StickyBarSummary({ total, note }: StickyBarSummaryProps) {
  return (
    <>
      <div className="figures font-display text-lg leading-tight font-bold">{total}</div>
      {note && <div className="figures truncate text-xs text-muted">{note}</div>}
    </>
  )
}
