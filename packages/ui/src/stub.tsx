import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export type StubStage = 'choosing' | 'held' | 'paid'

interface StubProps extends ComponentProps<'section'> {
  /**
   * `choosing`: a plain stub with a printed line. `held`: perforated, stamped with the countdown.
   * `paid`: torn along the line, carrying its code.
   */
  stage: StubStage
  /** Names the object, e.g. 'Your order'. */
  label: string
  /** Lies down from 640 px: `StubMain` left, tear, `StubFooter` right. For tickets. */
  wide?: boolean
}

/**
 * The order as one object that grows up. Parts in order: header, body, tear, footer. Ink while
 * choosing; from the hold on it is paper in both themes, which is what the `light` class does.
 */
export function Stub({ stage, label, wide, className, ...rest }: StubProps) {
  return (
    <section
      {...rest}
      aria-label={label}
      data-stage={stage}
      data-wide={wide || undefined}
      className={cx('stub', stage !== 'choosing' && 'light', className)}
    />
  )
}

/** Groups header and body of a `wide` stub. */
export function StubMain({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('stub-part flex flex-col', className)} />
}

interface StubHeaderProps {
  /** The event's poster, drawn by the app; cropped to the width of the stub. */
  poster?: ReactNode
  title: ReactNode
  level?: 1 | 2 | 3
  /** Date, time and venue lines. */
  children?: ReactNode
}

export function StubHeader({ poster, title, level = 2, children }: StubHeaderProps) {
  const Heading = `h${level}` as const
  return (
    <header>
      {poster}
      <div className="stub-part px-5 pt-5 pb-4">
        <Heading className="font-display text-lg leading-tight font-bold">{title}</Heading>
        {children && (
          <div className="mt-2 flex flex-col gap-0.5 text-sm text-muted">{children}</div>
        )}
      </div>
    </header>
  )
}

export function StubBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('stub-part px-5 py-3', className)} />
}

/** The line the stub is torn along: printed, punched or torn, after the stub's stage. */
export function StubTear() {
  return <div aria-hidden="true" className="stub-tear" />
}

export function StubFooter({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('stub-part px-5 pt-3 pb-5', className)} />
}

/** Lines of a price list: `StubRow`s, read as terms and their amounts. */
export function StubRows({ className, ...rest }: ComponentProps<'dl'>) {
  return <dl {...rest} className={cx('flex flex-col gap-1.5', className)} />
}

interface StubRowProps {
  label: ReactNode
  amount: ReactNode
  /** The line everything adds up to: display face, larger. One per list. */
  total?: boolean
}

export function StubRow({ label, amount, total = false }: StubRowProps) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className={total ? 'font-semibold' : 'text-sm text-muted'}>{label}</dt>
      <dd
        className={cx(
          'figures shrink-0 text-end',
          total ? 'font-display text-lg font-bold' : 'text-sm text-text',
        )}
      >
        {amount}
      </dd>
    </div>
  )
}

interface StubStampProps {
  /** The large figures, e.g. '14:32'. */
  time: ReactNode
  /** What they mean, e.g. 'We hold your 2 tickets until 7:42 PM'. */
  children: ReactNode
  /** Time is short: pass an icon and words in `children` too, colour alone does not count. */
  urgent?: boolean
}

/** The countdown, stamped on a held stub. The app announces it (5, 2, 1 minutes), not the stamp. */
export function StubStamp({ time, children, urgent = false }: StubStampProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-4 py-1">
      <span
        className={cx(
          'stub-stamp figures shrink-0 px-2.5 py-1 font-display text-title font-extrabold',
          urgent ? 'text-danger-text' : 'text-text',
        )}
      >
        {time}
      </span>
      <div
        className={cx(
          'min-w-0 flex-1 basis-36 text-sm',
          urgent ? 'text-danger-text' : 'text-muted',
        )}
      >
        {children}
      </div>
    </div>
  )
}

/** The white field a code stands on: ink on white in both themes, or no scanner reads it. */
export function StubCode({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('w-fit rounded-md bg-white p-4 text-black', className)} />
}
