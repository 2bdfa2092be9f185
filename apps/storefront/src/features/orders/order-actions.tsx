import type { OrderView } from '@foyer/contract'
import { Button, buttonStyle, notify } from '@foyer/ui'
import { CalendarDays, Download, Mail, Receipt, Ticket } from '@foyer/ui/icons'
import { hasOnlyCancelledTickets } from '../../data/orders/order-changes.ts'
import type { OrderCredential } from '../../data/queries.ts'
import { files } from '../../routing/files.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import { useInAppBrowser } from '../../shared/browser/in-app-browser.ts'
import { useOnline } from '../../shared/browser/use-online.ts'
import { useSendTickets } from './use-send-tickets.ts'
import { OrderWallets } from './wallets.tsx'

interface OrderActionsProps {
  order: OrderView
  credential: OrderCredential
}

/** The way to the codes, then where to keep them: calendar, wallet, file, mail. */
export function OrderActions({ order, credential }: OrderActionsProps) {
  const app = useApp()
  const { id } = order.order
  const send = useSendTickets(order, credential)
  const isOver = hasOnlyCancelledTickets(order)
  return (
    <div className="flex flex-col gap-3">
      <Link
        {...paths.orderTickets(id, credential)}
        className={buttonStyle(isOver ? 'quiet' : 'primary', 'lg', 'sm:min-w-72 sm:self-start')}
      >
        <Ticket aria-hidden="true" className="size-5" />
        View Tickets
      </Link>
      {!isOver && (
        <div className="grid gap-3 sm:flex sm:flex-wrap">
          <a href={files.calendar(app, id, credential)} className={buttonStyle('quiet')}>
            <CalendarDays aria-hidden="true" className="size-4" />
            Add to Calendar
          </a>
          <OrderWallets order={order} credential={credential} />
        </div>
      )}
      {!isOver && (
        <div className="flex flex-wrap gap-x-2 max-sm:justify-center sm:-ms-5">
          <DownloadLink isGhost order={order} credential={credential} />
          <Button variant="ghost" busy={send.isPending} onClick={() => send.mutate()}>
            <Mail aria-hidden="true" className="size-4" />
            Email Tickets
          </Button>
        </div>
      )}
    </div>
  )
}

interface DownloadLinkProps extends OrderActionsProps {
  isGhost?: boolean
}

/** The tickets page uses it too. Without a connection it is left out, because it would lead nowhere. */
export function DownloadLink({ order, credential, isGhost = false }: DownloadLinkProps) {
  const app = useApp()
  const inApp = useInAppBrowser()
  if (!useOnline()) return null
  if (inApp) {
    return (
      <p className="py-3 text-sm text-muted sm:ps-5">
        {`The browser inside ${inApp} cannot save files: your tickets are in your email.`}
      </p>
    )
  }
  return (
    <a
      href={files.tickets(app, order.order.id, credential)}
      onClick={() =>
        void notify({
          title: 'Download Started',
          description: 'Your tickets are saved as a PDF, one ticket a page.',
        })
      }
      className={buttonStyle(isGhost ? 'ghost' : 'quiet')}
    >
      <Download aria-hidden="true" className="size-4" />
      Download Tickets
    </a>
  )
}

interface ReceiptLinkProps {
  orderId: string
  credential: OrderCredential
}

/** What was charged and refunded, as a PDF. Unlike the tickets, it is there for a cancelled order too. */
export function ReceiptLink({ orderId, credential }: ReceiptLinkProps) {
  return (
    <a href={files.receipt(useApp(), orderId, credential)} className={buttonStyle('quiet')}>
      <Receipt aria-hidden="true" className="size-4" />
      Download Receipt
    </a>
  )
}
