import { cx, ErrorCard } from '@foyer/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { failureText } from '../data/failure-text.ts'

interface PageProps {
  title: string
  /** What can be done here, in one sentence. */
  description?: ReactNode
  /** The page's action, at the end of its head. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * A screen beside the navigation. Its heading takes the focus when the screen is opened, so that it is
 * announced.
 */
export function Page({ title, description, actions, children }: PageProps) {
  return (
    <div className="mx-auto max-w-page px-4 pt-6 pb-16 sm:px-6 lg:px-10 lg:pt-10">
      <div className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-4 lg:mb-8">
        <div className="min-w-0 flex-1 basis-72">
          <Heading title={title} />
          {description && <p className="mt-1.5 max-w-prose text-sm text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

/** The heading of a screen, which also names the tab. */
export function Heading({ title, className }: { title: string; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Foyer`
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={cx('font-display text-title font-bold outline-none', className)}
    >
      {title}
    </h1>
  )
}

interface SectionProps {
  title: string
  description?: ReactNode
  /** One below the other at any width, beside something that needs the room. */
  isStacked?: boolean
  className?: string
  children: ReactNode
}

/** A part of a settings page: what it is about at the left, and what to do at the right. */
export function Section({ title, description, isStacked, className, children }: SectionProps) {
  return (
    <section
      className={cx(
        'grid gap-x-10 gap-y-4 border-t border-edge py-8 first:border-t-0 first:pt-0',
        !isStacked && 'lg:grid-cols-[17rem_minmax(0,1fr)]',
        className,
      )}
    >
      <div>
        <h2 className="font-display text-lg font-bold">{title}</h2>
        {description && <div className="mt-1 max-w-prose text-sm text-muted">{description}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

/** A screen or a part of one whose data could not be fetched. */
export function FetchFailed({
  what,
  error,
  onRetry,
  isRetrying,
}: {
  what: string
  error: unknown
  onRetry: () => void
  isRetrying?: boolean
}) {
  return (
    <ErrorCard
      level={2}
      title={`${what} could not be loaded`}
      message={failureText(error)}
      onRetry={onRetry}
      retryLabel="Try again"
      retrying={isRetrying}
    />
  )
}
