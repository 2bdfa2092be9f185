import type { OrderView } from '@foyer/contract'
import { buttonStyle, Notice } from '@foyer/ui'
import type { OrderCredential } from '../../data/queries.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'

interface AnswerNoticeProps {
  order: OrderView
  credential: OrderCredential
}

/** Leads to the answer that the organizer waits for, if a session was moved or called off. */
export function AnswerNotice({ order, credential }: AnswerNoticeProps) {
  if (!order.isToAnswer) return null
  return (
    <Notice
      tone="warning"
      title="The organizer has changed your session"
      className="mt-6"
      actions={
        <Link
          {...paths.orderChange(order.order.id, credential)}
          className={buttonStyle('primary', 'md')}
        >
          Choose what to do
        </Link>
      }
    >
      Take another time at no cost, or get your money back.
    </Notice>
  )
}
