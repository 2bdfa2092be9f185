import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface StickyBarProps {
  /** Names the region, e.g. 'Your order'. */
  label: string
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
export function StickyBar({ label, summary, action, className }: StickyBarProps) {
  return (
    <section
      aria-label={label}
      className={cx(
        'sticky-bar fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-4',
        'min-h-(--sticky-bar-height) border-t border-edge bg-surface px-4 pt-3 sm:px-6',
        'pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:hidden',
        className,
      )}
    >
      <div className="min-w-0">{summary}</div>
      <div className="shrink-0">{action}</div>
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
