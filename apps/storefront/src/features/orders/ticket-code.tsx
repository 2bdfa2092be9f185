import type { OrderView } from '@foyer/contract'
import { Badge, StubCode } from '@foyer/ui'
import { CircleCheck } from '@foyer/ui/icons'
import { QrCode } from './qr-code.tsx'

type Ticket = OrderView['tickets'][number]

/** What the door reads: the QR code, and below it the same as text for a voice or a keyboard. */
export function TicketCode({ ticket, count }: { ticket: Ticket; count: number }) {
  if (ticket.isCancelled) {
    return (
      <p className="max-w-58 py-6 text-center text-sm text-muted">
        This ticket was cancelled. Its code no longer opens the door.
      </p>
    )
  }
  const name = `ticket ${ticket.number} of ${count}`
  return (
    <figure className="flex flex-col items-center gap-3">
      <StubCode>
        <QrCode value={ticket.qrCode} label={`QR code of ${name}, code ${ticket.validationCode}`} />
      </StubCode>
      <figcaption className="font-mono text-base tracking-wider">
        {ticket.validationCode}
      </figcaption>
    </figure>
  )
}

export function TicketBadge({ ticket }: { ticket: Ticket }) {
  if (ticket.isCancelled) return <Badge tone="danger">Cancelled</Badge>
  return (
    <Badge tone="success" className="print:bg-white print:text-black">
      <CircleCheck aria-hidden="true" className="size-3.5" />
      Valid
    </Badge>
  )
}
