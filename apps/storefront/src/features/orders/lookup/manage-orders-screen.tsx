import { type OrderCard as Card, orderLookup } from '@foyer/contract'
import { Button, ErrorCard, Notice, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useApp } from '../../../shared/app-context.tsx'
import { OrderCard } from '../order-card.tsx'
import type { OrderDialogs } from '../order-dialogs.ts'
import { CODE_FIELD_ID, CodeForm } from './code-form.tsx'
import { LookupForm, lookupFieldId } from './lookup-form.tsx'
import { type Lookup, type LookupView, useLookup } from './use-lookup.ts'

interface ManageOrdersScreenProps {
  orderId: string | undefined
  linked: { email: string | undefined; token: string | undefined }
  dialogs: OrderDialogs
}

/** Finds orders: by a form, by a mail's link, or one order by its id and address. */
export function ManageOrdersScreen({ orderId, linked, dialogs }: ManageOrdersScreenProps) {
  const lookup = useLookup(orderId, linked)
  const { view } = lookup
  useFocusOf(view.kind, view.kind === 'code' ? view.sent.lookupId : '')
  if (view.kind === 'loading') {
    return (
      <SkeletonGroup label={orderId ? 'Loading your order' : 'Loading your orders'}>
        <Skeleton className="h-60 w-full rounded-lg" />
      </SkeletonGroup>
    )
  }
  if (view.kind === 'notFound') {
    return (
      <ErrorCard
        title="Order Not Found"
        message="We couldn't find an order with that information. Please check your details and try again."
        actions={<Button onClick={lookup.startAgain}>Try Again</Button>}
      />
    )
  }
  return (
    <>
      <Problem lookup={lookup} />
      {view.kind === 'form' && (
        <OwnOrders dialogs={dialogs}>
          <LookupForm
            values={lookup.values}
            onChange={lookup.setValues}
            onSubmit={lookup.find}
            isBusy={lookup.busy === 'find'}
          />
        </OwnOrders>
      )}
      {view.kind === 'code' && (
        <CodeForm key={view.sent.lookupId} sent={view.sent} lookup={lookup} />
      )}
      {view.kind === 'list' && (
        <>
          {view.email !== null && (
            <p id={LIST_ID} tabIndex={-1} role="status" className="mb-5 rounded-md break-words">
              {`${view.orders.length === 1 ? '1 order' : `${view.orders.length} orders`} of ${view.email}`}
            </p>
          )}
          <Cards
            orders={view.orders}
            dialogs={dialogs}
            // Without an answer the list stays as it was.
            onChanged={(order) => void lookup.readAgain(order).catch(() => {})}
            onUnlock={lookup.readAgain}
          />
        </>
      )}
      {view.kind !== 'form' && (
        <Button variant="quiet" className="mt-8" onClick={lookup.startAgain}>
          Find Different Orders
        </Button>
      )}
    </>
  )
}

const LIST_ID = 'lookup-list'

const FOCUS: Partial<Record<LookupView['kind'], string>> = {
  form: lookupFieldId('email'),
  code: CODE_FIELD_ID,
  list: LIST_ID,
}

/**
 * Moves the focus with the step, and to the field of a new code: the button that led there is gone. Not
 * at the first step of a page.
 */
function useFocusOf(kind: LookupView['kind'], code: string): void {
  const before = useRef({ kind, code })
  useEffect(() => {
    const from = before.current
    before.current = { kind, code }
    if (from.kind === 'loading' || (from.kind === kind && from.code === code)) return
    const id = FOCUS[kind]
    if (id) document.getElementById(id)?.focus()
  }, [kind, code])
}

/** What went wrong, what is kept, and the button that leads on. */
function Problem({ lookup }: { lookup: Lookup }) {
  const { problem, busy } = lookup
  if (!problem) return null
  const { title, text, next, action } = problem
  return (
    <Notice
      tone="danger"
      title={title}
      className="mb-6 max-w-form"
      actions={
        action === 'retry' ? (
          <Button busy={busy !== null} onClick={lookup.retry}>
            Try Again
          </Button>
        ) : (
          action === 'sendCode' && (
            <Button busy={busy === 'sendCode'} onClick={lookup.sendCode}>
              {lookup.view.kind === 'code' ? 'Send a New Code' : 'Send a Code'}
            </Button>
          )
        )
      }
    >
      <p>{text}</p>
      <p>{next}</p>
    </Notice>
  )
}

interface CardsProps {
  orders: readonly Card[]
  dialogs: OrderDialogs
  onChanged: (order: Card) => void
  onUnlock?: (order: Card, email: string) => Promise<void>
}

const Cards = ({ orders, dialogs, onChanged, onUnlock }: CardsProps) => (
  <div className="grid gap-5">
    {orders.map((order) => (
      <OrderCard
        key={order.id}
        order={order}
        dialogs={dialogs}
        onChanged={() => onChanged(order)}
        onUnlock={onUnlock && ((email) => onUnlock(order, email))}
      />
    ))}
  </div>
)

interface OwnOrdersProps {
  dialogs: OrderDialogs
  /** The form for all other orders: below them on a phone, beside them where there is room. */
  children: ReactNode
}

/** What this browser bought, which needs no form: what is still to come first, each part newest first. */
function OwnOrders({ dialogs, children }: OwnOrdersProps) {
  const { call } = useApp()
  const { data, isPending, refetch } = useQuery({
    queryKey: ['own-orders'],
    queryFn: ({ signal }) => call(orderLookup.listOwnOrders, { signal }),
    refetchOnMount: 'always',
    enabled: !import.meta.env.SSR,
  })
  const isPast = ({ sessionDate }: Card) => Date.parse(sessionDate) + DAY_MS < Date.now()
  const orders = data?.data ?? []
  const parts = [
    { id: 'own-orders', title: 'Your orders', orders: orders.filter((order) => !isPast(order)) },
    { id: 'past-orders', title: 'Past orders', orders: orders.filter(isPast) },
  ]
  return (
    // The form has its column from the beginning, so that it stays where it is when the orders come.
    <div className="gap-x-16 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div>
        {parts.map(
          (part) =>
            part.orders.length > 0 && (
              <section key={part.id} className="mb-10" aria-labelledby={part.id}>
                <h2 id={part.id} className="mb-4 font-display text-lg font-bold">
                  {part.title}
                </h2>
                <Cards orders={part.orders} dialogs={dialogs} onChanged={() => void refetch()} />
              </section>
            ),
        )}
        {isPending && <OrdersToCome />}
        {data && orders.length === 0 && <NoOwnOrders />}
      </div>
      <section aria-labelledby="find-order">
        <h2 id="find-order" className="mb-4 font-display text-lg font-bold">
          {orders.length > 0 ? 'Find another order' : 'Find your order'}
        </h2>
        {children}
      </section>
    </div>
  )
}

/**
 * Where orders are listed, until it is known whether there are any. Not above the form of a phone, which
 * would jump up if there are none.
 */
const OrdersToCome = () => (
  <SkeletonGroup label="Loading the orders of this browser" className="max-lg:hidden">
    <Skeleton className="mb-4 h-6 w-32" />
    <Skeleton className="h-60 w-full rounded-lg" />
  </SkeletonGroup>
)

/** Beside the form, where there is room: why nothing is listed, and what the form does. */
const NoOwnOrders = () => (
  <div className="max-w-prose max-lg:hidden">
    <h2 className="mb-4 font-display text-lg font-bold">Nothing was bought in this browser</h2>
    <p className="text-muted">
      Orders of this browser are listed here at once. For an order from another device, type the
      address that its tickets were sent to: with the order number it opens at once, and without it
      we send a code to that address.
    </p>
    <p className="mt-4 text-muted">
      The link in your confirmation e-mail opens its order as well, without this form.
    </p>
  </div>
)

/** An order is past a day after its session began: how long a session lasts is not part of a card. */
const DAY_MS = 24 * 60 * 60 * 1000
