import { ApiError, type WaiverOrder, type WaiverView } from '@foyer/contract'
import { formatLongDate } from '@foyer/domain'
import {
  Badge,
  Button,
  buttonStyle,
  EmptyState,
  ErrorCard,
  Notice,
  Skeleton,
  SkeletonGroup,
} from '@foyer/ui'
import { CircleCheck, Download } from '@foyer/ui/icons'
import { useState } from 'react'
import { isUnknown } from '../../data/orders/read-order.ts'
import { files } from '../../routing/files.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import type { WaiverSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'
import { LinkEnded } from '../../shared/order/order-missing.tsx'
import { SendLink } from './send-link.tsx'
import { useWaivers } from './use-waivers.ts'
import { WaiverForm } from './waiver-form.tsx'

/** The waiver of an event, its participants, and the form of the one who signs. */
export function WaiverScreen({ orderId, search }: { orderId: string; search: WaiverSearch }) {
  const { query, credential } = useWaivers(orderId, search)
  const { data, error } = query
  if (isUnknown(error)) return <OrderNotFound />
  if (error instanceof ApiError && error.code === 'order_link_ended') {
    return <LinkEnded orderId={orderId} />
  }
  if (error && !data) {
    return (
      <ErrorCard
        level={1}
        title="Error Loading Order"
        message="Unable to load order details"
        onRetry={() => void query.refetch()}
        retrying={query.isRefetching}
      />
    )
  }
  if (!data) return <WaiverSkeleton />
  return <Waivers order={data} credential={credential} refresh={() => query.refetch()} />
}

function OrderNotFound() {
  return (
    <EmptyState
      level={1}
      title="Order Not Found"
      actions={
        <Link {...paths.manageOrders()} className={buttonStyle('primary', 'lg')}>
          Manage Orders
        </Link>
      }
    >
      <p>
        This browser cannot open the waivers of this order. Please use the link of the mail, or find
        the order.
      </p>
    </EmptyState>
  )
}

interface WaiversProps {
  order: WaiverOrder
  credential: WaiverSearch
  refresh: () => Promise<unknown>
}

function Waivers({ order, credential, refresh }: WaiversProps) {
  const { locale } = useApp().tenant
  const { orderDetails, text, waivers } = order
  const first = waivers.find(({ completed }) => !completed)
  const [openId, setOpenId] = useState<string | null>(first?.id ?? null)
  const signedCount = waivers.filter(({ completed }) => completed).length
  const isDone = waivers.length > 0 && signedCount === waivers.length
  const signed = async () => {
    setOpenId(null)
    await refresh()
  }
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <h1 className="font-display text-title font-bold">Waiver</h1>
          <p className="mt-2 font-semibold">{order.eventName}</p>
          <p className="text-sm text-muted">
            {`${formatLongDate(orderDetails.date, locale)}, ${orderDetails.time}. `}
            {orderDetails.quantity === 1
              ? '1 participant'
              : `${orderDetails.quantity} participants`}
          </p>
        </div>
        {text && (
          <Badge tone={isDone ? 'success' : 'warning'} role="status">
            {`${signedCount}/${waivers.length} Complete`}
          </Badge>
        )}
      </header>
      {text && isDone && (
        <Notice
          tone="success"
          title={waivers.length === 1 ? 'Your waiver is signed' : 'Every participant has signed'}
          className="mt-6"
        >
          There is nothing more to do before you come. What was signed can be downloaded here.
        </Notice>
      )}
      {text ? (
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-2">
          <section aria-labelledby="waiver-text">
            <h2 id="waiver-text" className="font-display text-lg font-bold">
              What you sign
            </h2>
            <div className="mt-3 max-w-prose rounded-lg bg-surface p-5 text-base whitespace-pre-line">
              {text.body}
            </div>
          </section>
          <section aria-labelledby="waiver-participants">
            <h2 id="waiver-participants" className="font-display text-lg font-bold">
              Participants
            </h2>
            <ul className="mt-3 grid gap-4">
              {waivers.map((waiver) => (
                <li key={waiver.id} className="rounded-lg border border-edge p-5">
                  <Participant
                    order={order}
                    waiver={waiver}
                    credential={credential}
                    isOpen={openId === waiver.id}
                    onOpen={() => setOpenId(openId === waiver.id ? null : waiver.id)}
                  />
                  {openId === waiver.id && (
                    <WaiverForm
                      key={text.version}
                      orderId={order.orderId}
                      textVersion={text.version}
                      waiver={waiver}
                      credential={credential}
                      onSigned={signed}
                      onTextChanged={refresh}
                    />
                  )}
                </li>
              ))}
            </ul>
          </section>
        </div>
      ) : (
        <p className="mt-8">This event needs no waiver, so there is nothing to sign.</p>
      )}
      {/* A participant's own link opens no order, and these pages have no header to leave by. */}
      {credential.participant === undefined && (
        <Link
          {...paths.orderConfirmation(order.orderId, credential)}
          className={buttonStyle(isDone ? 'primary' : 'quiet', 'md', 'mt-8')}
        >
          Back to your order
        </Link>
      )}
    </>
  )
}

interface ParticipantProps {
  order: WaiverOrder
  waiver: WaiverView
  credential: WaiverSearch
  isOpen: boolean
  onOpen: () => void
}

function Participant({ order, waiver, credential, isOpen, onOpen }: ParticipantProps) {
  const app = useApp()
  const { completed, completedAt } = waiver
  const title = waiver.name || `Participant ${waiver.ticketNumber}`
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-semibold break-words">{title}</h3>
          <p className="text-sm text-muted">
            {`Ticket ${waiver.ticketNumber}, ${waiver.typeName}`}
            {waiver.place !== undefined && `, person ${waiver.place}`}
            {waiver.guardianName && `, signed by ${waiver.guardianName}`}
          </p>
        </div>
        <Badge tone={completed ? 'success' : 'warning'}>
          {completed && <CircleCheck aria-hidden="true" className="size-3.5" />}
          {completed ? 'Complete' : 'Not signed yet'}
        </Badge>
      </div>
      {completedAt && (
        <p className="mt-2 text-sm text-muted">
          {completed
            ? `Signed on ${new Intl.DateTimeFormat(app.tenant.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(completedAt))}.`
            : 'The text was changed since it was signed. Please sign the new text.'}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button aria-expanded={isOpen} onClick={onOpen}>
          {isOpen ? 'Close' : completed ? 'Update Waiver' : 'Sign Waiver'}
          <span className="sr-only">{`: ${title}`}</span>
        </Button>
        {completedAt && (
          <a
            href={files.waiver(app, order.orderId, waiver.id, credential)}
            className={buttonStyle('quiet')}
          >
            <Download aria-hidden="true" className="size-4" />
            Download PDF
            <span className="sr-only">{`: ${title}`}</span>
          </a>
        )}
      </div>
      {!completed && credential.participant === undefined && (
        <SendLink orderId={order.orderId} waiver={waiver} credential={credential} />
      )}
    </>
  )
}

function WaiverSkeleton() {
  return (
    <SkeletonGroup label="Loading the waiver" className="grid gap-6">
      <Skeleton className="h-12 w-60 max-w-full" />
      <Skeleton className="h-6 w-80 max-w-full" />
      <div className="grid gap-8 lg:grid-cols-2">
        <Skeleton className="h-80 rounded-lg" />
        <Skeleton className="h-80 rounded-lg" />
      </div>
    </SkeletonGroup>
  )
}
