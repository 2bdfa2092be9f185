import { fullName, may, type Role } from '@foyer/domain'
import { Badge, Skeleton, SkeletonGroup } from '@foyer/ui'
import { ArrowLeft } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'
import { FetchFailed, Page, Section } from '../../shared/page.tsx'
import { BuyerSection } from './buyer-section.tsx'
import { ChangeButtons } from './changes/change-buttons.tsx'
import { OfferedChange } from './changes/offered-change.tsx'
import { NotesSection } from './notes-section.tsx'
import { OrderHistory } from './order-history.tsx'
import { orderQuery } from './order-queries.ts'
import { ORDER_STATES, sessionText } from './order-texts.ts'
import { PaymentsList } from './payments-list.tsx'
import { RefundButton } from './refunds/refund-button.tsx'
import { ResendButton } from './resend-button.tsx'
import { TagsField } from './tags-field.tsx'
import { TicketsList } from './tickets-list.tsx'
import { WaiversSection } from './waivers-section.tsx'

interface OrderScreenProps {
  organizer: { slug: string; name: string; locale: string; role: Role }
  orderId: string
}

/** Everything about one order, and what can be done for its buyer. */
export function OrderScreen({ organizer, orderId }: OrderScreenProps) {
  const { slug, locale, role } = organizer
  const read = useQuery(orderQuery(slug, orderId))
  const number = orderId.slice(-8).toUpperCase()
  if (!read.data) {
    return (
      <Page title={`Order ${number}`}>
        {read.isPending ? (
          <SkeletonGroup label="Loading the order" className="flex flex-col gap-5">
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-40 w-full" />
            <Skeleton className="h-40 w-full" />
          </SkeletonGroup>
        ) : (
          <FetchFailed
            what="The order"
            error={read.error}
            onRetry={() => void read.refetch()}
            isRetrying={read.isFetching}
          />
        )}
      </Page>
    )
  }
  const order = read.data
  const { view } = order
  const mayChange = may(role, 'orders.change')
  const of = { organizer, orderId, order, mayChange }
  const state = ORDER_STATES[view.order.status]
  return (
    <Page
      title={`Order ${view.order.orderNumber}`}
      description={
        <>
          <span className="font-semibold text-text">{fullName(view.order)}</span>
          {' · '}
          {view.event.name}
          {' · '}
          {sessionText(view.session.startTime, view.event.timeZone, locale)}
        </>
      }
      // Refunds and everything else that is done with the order as a whole have their buttons here.
      actions={
        <>
          {mayChange && (
            <ResendButton organizer={slug} orderId={orderId} email={view.order.email} />
          )}
          {may(role, 'orders.refund') && order.payments.length > 0 && (
            <RefundButton
              organizer={organizer}
              orderId={orderId}
              orderNumber={view.order.orderNumber}
            />
          )}
        </>
      }
    >
      <p className="-mt-3 mb-8 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <Link {...paths.orders(slug)} className="link inline-flex items-center gap-1.5">
          <ArrowLeft aria-hidden="true" className="size-4" />
          All orders
        </Link>
        <Badge tone={state.tone}>{state.label}</Badge>
        {view.isToAnswer && <Badge tone="warning">Buyer has to answer a change of the date</Badge>}
        {order.payments.some(({ isDisputed }) => isDisputed) && (
          <Badge tone="danger">The bank is taking a charge back</Badge>
        )}
      </p>
      <Section title="Buyer" description="Who bought it, and where mails about it go.">
        <BuyerSection {...of} />
      </Section>
      <Section title="Tickets" description="As they are now. A code can be read out at the door.">
        {mayChange && <ChangeButtons organizer={organizer} orderId={orderId} order={order} />}
        {mayChange && order.offered && (
          <OfferedChange organizer={organizer} orderId={orderId} offered={order.offered} />
        )}
        <TicketsList view={view} locale={locale} />
      </Section>
      {view.waivers && <WaiversSection {...of} waivers={view.waivers} />}
      <Section title="Payments" description="What was charged, and what is left of it.">
        <PaymentsList order={order} locale={locale} />
      </Section>
      <Section
        title="Notes and tags"
        description="For your team. The buyer never sees them, and a note cannot be changed later."
      >
        <TagsField {...of} />
        <NotesSection {...of} />
      </Section>
      <Section title="History" description="What happened, who did it, and every mail.">
        <OrderHistory order={order} organizer={organizer} />
      </Section>
    </Page>
  )
}
