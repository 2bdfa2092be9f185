import type { OrderView } from '@foyer/contract'
import { MAILS, type MailState } from '@foyer/domain'
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

function textOf({ kind, status, to, problem }: NonNullable<OrderView['mail']>): string {
  const { name } = MAILS[kind]
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
