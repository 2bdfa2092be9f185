import type { OrderView } from '@foyer/contract'
import { QR_OPTIONS, qrPath } from '@foyer/domain'
import { Badge, cx, TicketCardCode } from '@foyer/ui'
import { CircleCheck } from '@foyer/ui/icons'
import { useMemo } from 'react'
import { encode } from 'uqr'

type Ticket = OrderView['tickets'][number]

/** Whether a ticket still admits somebody: only then it carries its code. */
export const isAdmitting = ({ isCancelled, isRedeemed }: Ticket): boolean =>
  !isCancelled && !isRedeemed

interface TicketCodeProps {
  ticket: Ticket
  count: number
  /** On a phone as large as the window is wide, for the door. */
  isLarge?: boolean
}

/**
 * The QR code that the door scans, and the same code as text, to be read out or typed; of a ticket that
 * is cancelled or used, a sentence that says so.
 */
export function TicketCode({ ticket, count, isLarge = false }: TicketCodeProps) {
  if (!isAdmitting(ticket)) {
    return (
      <p className="max-w-58 py-6 text-center text-sm text-muted">
        {ticket.isCancelled
          ? 'This ticket was cancelled. Its code is no longer valid.'
          : 'This ticket was used. Its code is no longer valid.'}
      </p>
    )
  }
  const name = `ticket ${ticket.number} of ${count}`
  return (
    <figure className="flex flex-col items-center gap-3">
      <TicketCardCode className={isLarge ? LARGE : undefined}>
        <QrCode
          value={ticket.qrCode}
          label={`QR code of ${name}, code ${ticket.validationCode}`}
          className={isLarge ? 'max-sm:h-auto max-sm:w-full' : undefined}
        />
      </TicketCardCode>
      <figcaption className={cx('font-mono text-base tracking-wider', isLarge && 'max-sm:text-lg')}>
        {ticket.validationCode}
      </figcaption>
    </figure>
  )
}

export function TicketBadge({ ticket }: { ticket: Ticket }) {
  if (ticket.isCancelled) return <Badge tone="danger">Cancelled</Badge>
  if (ticket.isRedeemed) return <Badge>Used</Badge>
  return (
    <Badge tone="success" className="print:bg-white print:text-black">
      <CircleCheck aria-hidden="true" className="size-3.5" />
      Valid
    </Badge>
  )
}

/** Never higher than the window, which may be short. */
const LARGE = 'max-sm:w-full max-sm:max-w-[70svh] max-sm:p-0'

interface QrCodeProps {
  value: string
  /** The spoken name of the picture; the code itself is beside it as text. */
  label: string
  className?: string | undefined
}

const SIDE_PIXELS = 200

/**
 * A QR code, 200 px wide with a margin of 2 modules. Dark on white in every theme, sharp at any
 * zoom.
 */
export function QrCode({ value, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => drawing(value), [value])
  return (
    <svg
      role="img"
      aria-label={label}
      width={SIDE_PIXELS}
      height={SIDE_PIXELS}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cx('bg-white forced-color-adjust-none', className)}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

function drawing(value: string): { size: number; path: string } {
  const { data, size } = encode(value, QR_OPTIONS)
  return { size, path: qrPath(data) }
}
