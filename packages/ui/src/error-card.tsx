import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { CircleAlert, RotateCw } from './icons.ts'
import { useUiTexts } from './texts.tsx'

interface ErrorCardProps {
  title: ReactNode
  message?: ReactNode
  level?: 1 | 2 | 3
  /** Shows a Retry button. */
  onRetry?: () => void
  retryLabel?: ReactNode
  retrying?: boolean
  /** Other actions beside Retry. */
  actions?: ReactNode
  className?: string
}

/** A part of the page that could not be shown: the reason, and what to do. */
export function ErrorCard({
  title,
  message,
  level = 2,
  onRetry,
  retryLabel,
  retrying,
  actions,
  className,
}: ErrorCardProps) {
  const texts = useUiTexts()
  const Heading = `h${level}` as const
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-col items-start border-t-2 border-danger-text pt-6 pb-10',
        className,
      )}
    >
      <CircleAlert aria-hidden="true" className="mb-3 size-7 text-danger-text" />
      <Heading className="font-display text-title font-bold">{title}</Heading>
      {message && <p className="mt-3 max-w-prose text-muted">{message}</p>}
      {(onRetry || actions) && (
        <div className="mt-6 flex flex-wrap gap-3">
          {onRetry && (
            <Button onClick={onRetry} busy={retrying}>
              <RotateCw aria-hidden="true" className="size-4" />
              {retryLabel ?? texts.retry}
            </Button>
          )}
          {actions}
        </div>
      )}
    </div>
  )
}
