import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface EmptyStateProps {
  title: ReactNode
  /** The level of the title in the page's outline. */
  level?: 1 | 2 | 3
  /** What to do instead; required, so that there is no dead end. */
  actions?: ReactNode
  className?: string
  children?: ReactNode
}

/** An empty page or part: a heading, a line, an action. */
export function EmptyState({ title, level = 2, actions, className, children }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div
      className={cx(
        'flex flex-col items-start gap-3 border-t-2 border-edge-strong pt-6 pb-10',
        className,
      )}
    >
      <Heading className="font-display text-title font-bold">{title}</Heading>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}
