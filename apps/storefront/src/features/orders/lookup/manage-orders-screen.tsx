import { ApiError, type OrderCard as Card, orderLookup } from '@foyer/contract'
import { Button, ErrorCard, Notice, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { httpText } from '../../../data/error-text.ts'
import { useLocation, useNavigate } from '../../../routing/hooks.ts'
import { paths } from '../../../routing/paths.ts'
import { type AppContext, useApp } from '../../../shared/app-context.tsx'
import { OrderCard } from '../order-card.tsx'
import type { OrderDialogs } from '../order-dialogs.ts'
import { CodeForm, type Confirmation, LookupForm, type LookupValues } from './lookup-form.tsx'

type View =
  | { kind: 'loading' }
  | { kind: 'form' }
  | { kind: 'code'; confirmation: Confirmation }
  | { kind: 'list'; orders: readonly Card[] }
  | { kind: 'notFound' }

interface Problem {
  title: string
  text: string
}

const NONE: Problem = {
  title: 'No Orders Found',
  text: "We couldn't find any orders with that email address.",
}

/** The secret of a mail's link: '#lookup={id}.{secret}'. */
const LINK = /^#lookup=([\da-f-]{36})\.([\w-]{43})$/

interface ManageOrdersScreenProps {
  orderId: string | undefined
  linked: { email: string | undefined; token: string | undefined }
  dialogs: OrderDialogs
}

/** Finds orders: by a form, by a mail's link, or one order by its id and address. */
export function ManageOrdersScreen({ orderId, linked, dialogs }: ManageOrdersScreenProps) {
  const app = useApp()
  const navigate = useNavigate()
  const { hash, path } = useLocation()
  const [view, setView] = useState<View>({ kind: orderId ? 'loading' : 'form' })
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isStarted = useRef(false)

  const run = async (work: () => Promise<View>) => {
    setBusy(true)
    setProblem(null)
    try {
      setView(await work())
    } catch (error) {
      setProblem(problemOf(error))
    }
    setBusy(false)
  }
  const listed = (orders: readonly Card[]): View => {
    if (orders.length > 0) return { kind: 'list', orders }
    setProblem(NONE)
    return { kind: 'form' }
  }
  const confirm = (lookupId: string, code: string) =>
    run(async () => {
      const { data } = await app.call(orderLookup.confirmLookup, { body: { lookupId, code } })
      return listed(data)
    })
  const lookUp = ({ email, phone, zipCode }: LookupValues) =>
    run(async () => {
      const { data, confirmation } = await app.call(orderLookup.lookUpOrders, {
        body: { email, phone, zipCode },
      })
      return confirmation
        ? { kind: 'code', confirmation: { ...confirmation, email } }
        : listed(data)
    })
  const start = () => {
    const [, lookupId, secret] = LINK.exec(hash) ?? []
    // The secret leaves the address, so that nobody finds it in the history.
    if (lookupId && secret) {
      void confirm(lookupId, secret)
      void navigate({ to: path, replace: true, resetScroll: false })
    } else if (orderId) {
      void openOrder(app, orderId, linked).then(setView)
      if (linked.email ?? linked.token) {
        void navigate({ ...paths.manageOrder(orderId), replace: true, resetScroll: false })
      }
    }
  }
  const begin = useRef(start)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    begin.current()
  }, [])

  /** Shows an order of the list as it is now; opened by its address, it is shown fully. */
  const readAgain = async ({ id }: Card, email: string) => {
    const call = { params: { orderId: id }, query: { email } }
    const { data } = await app.call(orderLookup.getOrderCard, call)
    setView((shown) =>
      shown.kind === 'list'
        ? { kind: 'list', orders: shown.orders.map((card) => (card.id === id ? data : card)) }
        : shown,
    )
  }
  const again = () => {
    setProblem(null)
    setView({ kind: 'form' })
  }
  if (view.kind === 'loading') {
    return (
      <SkeletonGroup label="Loading your order">
        <Skeleton className="h-60 w-full rounded-lg" />
      </SkeletonGroup>
    )
  }
  if (view.kind === 'notFound') {
    return (
      <ErrorCard
        title="Order Not Found"
        message="We couldn't find an order with that information. Please check your details and try again."
        actions={<Button onClick={again}>Try Again</Button>}
      />
    )
  }
  return (
    <>
      {problem && (
        <Notice tone="danger" title={problem.title} className="mb-6 max-w-form">
          {problem.text}
        </Notice>
      )}
      {view.kind === 'form' && <LookupForm onSubmit={lookUp} isBusy={isBusy} />}
      {view.kind === 'form' && <OwnOrders dialogs={dialogs} />}
      {view.kind === 'code' && (
        <CodeForm
          confirmation={view.confirmation}
          isBusy={isBusy}
          onSubmit={(code) => void confirm(view.confirmation.lookupId, code)}
        />
      )}
      {view.kind === 'list' && (
        <Cards
          orders={view.orders}
          dialogs={dialogs}
          // Without an answer the list stays as it was.
          onChanged={(order) => void readAgain(order, order.email).catch(() => {})}
          onUnlock={readAgain}
        />
      )}
      {view.kind !== 'form' && (
        <Button variant="quiet" className="mt-8" onClick={again}>
          Find Different Orders
        </Button>
      )}
    </>
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

/** What this browser bought, which needs no form. */
function OwnOrders({ dialogs }: { dialogs: OrderDialogs }) {
  const { call } = useApp()
  const { data, refetch } = useQuery({
    queryKey: ['own-orders'],
    queryFn: ({ signal }) => call(orderLookup.listOwnOrders, { signal }),
    refetchOnMount: 'always',
    enabled: !import.meta.env.SSR,
  })
  if (!data?.data.length) return null
  return (
    <section className="mt-12" aria-labelledby="own-orders">
      <h2 id="own-orders" className="mb-4 font-display text-xl font-bold">
        Bought in this browser
      </h2>
      <Cards orders={data.data} dialogs={dialogs} onChanged={() => void refetch()} />
    </section>
  )
}

async function openOrder(
  { call }: AppContext,
  orderId: string,
  query: ManageOrdersScreenProps['linked'],
): Promise<View> {
  try {
    const { data } = await call(orderLookup.getOrderCard, { params: { orderId }, query })
    return { kind: 'list', orders: [data] }
  } catch {
    return { kind: 'notFound' }
  }
}

/** The server's text if it refused, else the status of the answer. */
function problemOf(error: unknown): Problem {
  const title = 'Failed to Find Orders'
  if (!(error instanceof ApiError)) {
    return { title, text: 'Please check your information and try again.' }
  }
  if (error.status < 500) {
    return { title: 'Lookup Failed', text: error.text || 'Unable to find orders.' }
  }
  return { title, text: httpText(error) }
}
