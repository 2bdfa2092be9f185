import type { OrderView } from '@foyer/contract'
import { Mail, TriangleAlert } from '@foyer/ui/icons'

/** Where the confirmation is: on its way, delivered, or in need of another try. */
export function MailStatus({ mail }: { mail: OrderView['mail'] }) {
  if (!mail) return null
  const Icon = mail.status === 'failed' ? TriangleAlert : Mail
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-muted">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">{textOf(mail)}</span>
    </p>
  )
}

function textOf({ status, to }: NonNullable<OrderView['mail']>): string {
  switch (status) {
    case 'queued':
      return `Your confirmation is on its way to ${to}.`
    case 'sent':
      return `Your confirmation was sent to ${to}.`
    case 'failed':
      return `Your confirmation could not be delivered to ${to}. Use Email Tickets to send it again.`
  }
}
