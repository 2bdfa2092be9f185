import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export type TicketCardStage = 'choosing' | 'held' | 'paid'

interface TicketCardProps extends ComponentProps<'section'> {
  /**
   * `choosing`: a plain ticket card with a printed line. `held`: perforated, stamped with the countdown.
   * `paid`: torn along the line, carrying its code.
   */
  stage: TicketCardStage
  /** Names the card, e.g. 'Your order'. */
  label: string
  /**
   * Horizontal from 640 px on: `TicketCardMain` left, tear line, `TicketCardFooter` right. With
   * 'code-first' the footer is the first child, and at the top of a narrow card.
   */
  wide?: boolean | 'code-first'
}

/**
 * The order as a card that changes with its stage. Parts in order: header, body, tear, footer. In
 * the page's colours while choosing; from the hold on it is paper in both themes, by the `light`
 * class.
 */
export function TicketCard({ stage, label, wide, className, ...rest }: TicketCardProps) {
  return (
    <section
      {...rest}
      aria-label={label}
      data-stage={stage}
      data-wide={wide || undefined}
      className={cx('ticket-card', stage !== 'choosing' && 'light', className)}
    />
  )
}

/** Groups header and body of a `wide` ticket card. */
export function TicketCardMain({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('ticket-card-part flex flex-col', className)} />
}

interface TicketCardHeaderProps {
  /** The event's poster, drawn by the app; cropped to the width of the card. */
  poster?: ReactNode
  title: ReactNode
  level?: 1 | 2 | 3
  /** Date, time and venue lines. */
  children?: ReactNode
}

export function TicketCardHeader({ poster, title, level = 2, children }: TicketCardHeaderProps) {
  const Heading = `h${level}` as const
  return (
    <header>
      {poster}
      <div className="ticket-card-part px-5 pt-5 pb-4">
        <Heading className="font-display text-lg leading-tight font-bold">{title}</Heading>
        {children && (
          <div className="mt-2 flex flex-col gap-0.5 text-sm text-muted">{children}</div>
        )}
      </div>
    </header>
  )
}

export function TicketCardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('ticket-card-part px-5 py-3', className)} />
}

/** The tear line: printed, punched or torn, depending on the card's stage. */
export function TicketCardTear() {
  return <div aria-hidden="true" className="ticket-card-tear" />
}

export function TicketCardFooter({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('ticket-card-part px-5 pt-3 pb-5', className)} />
}

/** Lines of a price list: `TicketCardRow`s, announced as terms with their amounts. */
export function TicketCardRows({ className, ...rest }: ComponentProps<'dl'>) {
  return <dl {...rest} className={cx('flex flex-col gap-1.5', className)} />
}

interface TicketCardRowProps {
  label: ReactNode
  amount: ReactNode
  /** The total: display font, larger. One per list. */
  total?: boolean
}

export function TicketCardRow({ label, amount, total = false }: TicketCardRowProps) {
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

interface TicketCardStampProps {
  /** The large text, e.g. '14:32'. */
  time: ReactNode
  /** Its meaning, e.g. 'We hold your 2 tickets until 7:42 PM'. */
  children: ReactNode
  /** Time is short: also pass an icon and text in `children`, since colour alone is not enough. */
  urgent?: boolean
}

/** The countdown, stamped on a held card. The app announces it (5, 2, 1 minutes), not the stamp. */
export function TicketCardStamp({ time, children, urgent = false }: TicketCardStampProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-4 py-1">
      <span
        className={cx(
          'ticket-card-stamp figures shrink-0 px-2.5 py-1 font-display text-title font-extrabold',
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

/** The white background of a code: black on white in both themes, as scanners need it. */
export function TicketCardCode({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('w-fit rounded-md bg-white p-4 text-black', className)} />
}
