import type { OrderView } from '@foyer/contract'
import { buttonStyle, Disclosure } from '@foyer/ui'
import { FileText } from '@foyer/ui/icons'
import type { OrderCredential } from '../../data/queries.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { CancelTickets } from './cancel-tickets.tsx'
import { ChangeLinks } from './change-links.tsx'
import { ReceiptLink } from './order-actions.tsx'
import type { OrderDialogs } from './order-dialogs.ts'

interface ManageMenuProps {
  order: OrderView
  credential: OrderCredential
  cancelDialog: OrderDialogs['cancel']
}

/** What few buyers need right after buying: closed until it is opened. */
export function ManageMenu({ order, credential, cancelDialog }: ManageMenuProps) {
  return (
    <Disclosure summary="Manage" className="mt-6 border-y border-edge py-1">
      <div className="pt-1 pb-4">
        <div className="grid gap-3 sm:flex sm:flex-wrap">
          <ReceiptLink orderId={order.order.id} credential={credential} />
          {order.waivers && (
            <Link {...paths.waiver(order.order.id, credential)} className={buttonStyle('quiet')}>
              <FileText aria-hidden="true" className="size-4" />
              Waivers
            </Link>
          )}
        </div>
        <ChangeLinks order={order} />
        <CancelTickets order={order} dialog={cancelDialog} />
      </div>
    </Disclosure>
  )
}
