import type { OrderView } from '@foyer/contract'
import { QR_OPTIONS, qrPath } from '@foyer/domain'
import { Badge, TicketCardCode } from '@foyer/ui'
import { CircleCheck } from '@foyer/ui/icons'
import { useMemo } from 'react'
import { encode } from 'uqr'

type Ticket = OrderView['tickets'][number]

/** Whether a ticket still admits somebody: only then it carries its code. */
export const isAdmitting = ({ isCancelled, isRedeemed }: Ticket): boolean =>
  !isCancelled && !isRedeemed

/**
 * The QR code that the door scans, and the same code as text, to be read out or typed; of a ticket that
 * is cancelled or used, a sentence that says so.
 */
export function TicketCode({ ticket, count }: { ticket: Ticket; count: number }) {
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
      <TicketCardCode>
        <QrCode value={ticket.qrCode} label={`QR code of ${name}, code ${ticket.validationCode}`} />
      </TicketCardCode>
      <figcaption className="font-mono text-base tracking-wider">
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

interface QrCodeProps {
  value: string
  /** The spoken name of the picture; the code itself is beside it as text. */
  label: string
}

const SIDE_PIXELS = 200

/**
 * A QR code, 200 px wide with a margin of 2 modules. Dark on white in every theme, sharp at any
 * zoom.
 */
export function QrCode({ value, label }: QrCodeProps) {
  const { size, path } = useMemo(() => drawing(value), [value])
  return (
    <svg
      role="img"
      aria-label={label}
      width={SIDE_PIXELS}
      height={SIDE_PIXELS}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="bg-white forced-color-adjust-none"
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
