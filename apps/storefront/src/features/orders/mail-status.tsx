import type { OrderView } from '@foyer/contract'
import type { MailKind, MailState } from '@foyer/domain'
import { Button } from '@foyer/ui'
import { Mail, TriangleAlert } from '@foyer/ui/icons'
import type { OrderCredential } from '../../data/queries.ts'
import { useSendTickets } from './use-send-tickets.ts'

interface MailStatusProps {
  order: OrderView
  credential: OrderCredential
}

/**
 * The state of the order's latest mail: queued, sent, held back, or failed and to be sent again.
 */
export function MailStatus({ order, credential }: MailStatusProps) {
  const send = useSendTickets(order, credential)
  const { mail } = order
  if (!mail) return null
  const isLost = LOST.has(mail.status)
  const Icon = isLost ? TriangleAlert : Mail
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="flex min-w-0 items-start gap-2 text-sm text-muted">
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">{textOf(mail)}</span>
      </p>
      {isLost && (
        <Button busy={send.isPending} onClick={() => send.mutate()}>
          Send again
        </Button>
      )}
    </div>
  )
}

const LOST: ReadonlySet<MailState> = new Set(['bounced', 'failed', 'suppressed'])

/** A new kind of mail does not compile without a name here. */
const NAMES: Readonly<Record<MailKind, string>> = {
  confirmation: 'Your confirmation',
  refund: 'The mail about your refund',
  reschedule: 'The mail with your new time',
  upgrade: 'The mail about your upgrade',
  lookup_code: 'The mail with your code',
  waiver_link: 'The mail about the waiver',
  payment_trouble: 'The mail about your payment',
}

function textOf({ kind, status, to, problem }: NonNullable<OrderView['mail']>): string {
  const name = NAMES[kind]
  switch (status) {
    case 'queued':
      return `${name} is on its way to ${to}.`
    case 'sent':
      return `${name} was sent to ${to}.`
    case 'held_back':
      return `${name} to ${to} waits, because this address got many mails within a short time. It is sent by itself later.`
    case 'bounced':
    case 'failed':
    case 'suppressed':
      return `${name} could not be delivered to ${to}. ${problem ?? ''}`.trim()
  }
}
