import { checkout, type OrderView } from '@foyer/contract'
import { Button, buttonStyle, notify } from '@foyer/ui'
import { CalendarDays, Download, Mail, Ticket } from '@foyer/ui/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApp } from '../../app-context.tsx'
import { paths } from '../../paths.ts'
import { type OrderCredential, orderQuery } from '../../queries.ts'
import { ticketsText } from '../../shared/quote-lines.ts'
import { venueText } from '../../shared/venue-text.ts'
import { calendarHref } from './calendar-file.ts'

interface OrderActionsProps {
  order: OrderView
  credential: OrderCredential
}

/** What a buyer does next: show the tickets, keep them, send them, note the date. */
export function OrderActions({ order, credential }: OrderActionsProps) {
  const { id } = order.order
  const send = useSendTickets(order, credential)
  return (
    <div className="flex flex-col gap-4">
      <Link
        {...paths.orderTickets(id, credential)}
        className={buttonStyle('primary', 'lg', 'sm:min-w-72 sm:self-start')}
      >
        <Ticket aria-hidden="true" className="size-5" />
        View Tickets
      </Link>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <Link
          {...paths.orderTickets(id, { ...credential, print: '1' })}
          target="_blank"
          rel="noopener"
          onClick={() =>
            void notify({
              title: 'Download Started',
              description: 'Your tickets open ready to print or to save as PDF.',
            })
          }
          className={buttonStyle('quiet')}
        >
          <Download aria-hidden="true" className="size-4" />
          Download Tickets
        </Link>
        <Button busy={send.isPending} onClick={() => send.mutate()}>
          <Mail aria-hidden="true" className="size-4" />
          Email Tickets
        </Button>
        <CalendarLink order={order} />
      </div>
    </div>
  )
}

function CalendarLink({ order }: { order: OrderView }) {
  const { origin, base } = useApp()
  const { order: head, event, session } = order
  const url = `${origin}${base}/order-tickets/${head.id}`
  const href = calendarHref({
    uid: `${head.id}@${new URL(origin).hostname}`,
    title: event.name,
    location: venueText(event),
    description: `Order ${head.orderNumber}, ${ticketsText(head.ticketCount)}\n${url}`,
    url,
    startsAt: session.startTime,
    endsAt: session.endTime,
    timeZone: event.timeZone,
    stampedAt: head.createdAt,
  })
  return (
    <a href={href} download={`${head.orderNumber}.ics`} className={buttonStyle('quiet')}>
      <CalendarDays aria-hidden="true" className="size-4" />
      Add to Calendar
    </a>
  )
}

function useSendTickets({ order }: OrderView, credential: OrderCredential) {
  const app = useApp()
  const queryClient = useQueryClient()
  const { email, firstName, lastName } = order
  return useMutation({
    mutationFn: () =>
      app.call(checkout.sendConfirmation, {
        body: { orderId: order.id, email, customerName: `${firstName} ${lastName}` },
      }),
    retry: false,
    onSuccess: () => {
      void notify({
        tone: 'success',
        title: 'Email Sent',
        description: `Tickets have been sent to ${email}`,
      })
      const { queryKey } = orderQuery(app, order.id, credential)
      return queryClient.invalidateQueries({ queryKey })
    },
    onError: () =>
      void notify({
        tone: 'danger',
        title: 'Email Failed',
        description: 'Failed to send confirmation email. Please try again.',
      }),
  })
}
