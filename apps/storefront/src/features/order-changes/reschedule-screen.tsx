import type { OrderView } from '@foyer/contract'
import { formatTime, fromMajor, knownZone } from '@foyer/domain'
import { notify } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { priceDifferenceOf, rescheduleSearchOf } from '../../data/orders/order-changes.ts'
import { useOrder } from '../../data/orders/use-order.ts'
import { dailyPricesQuery } from '../../data/queries.ts'
import { useNavigate } from '../../routing/hooks.ts'
import { paths } from '../../routing/paths.ts'
import type { RescheduleSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'
import { OrderState } from '../../shared/order/order-state.tsx'
import { BackLink } from '../../shared/page/back-link.tsx'
import { ChangeLayout } from './change-layout.tsx'
import { Reschedule } from './reschedule.tsx'

const FAILURE = { title: 'Error Loading Order', message: 'Unable to load order details' }

/** The confirmation of a move: without order, session and e-mail there is nothing to confirm. */
export function RescheduleScreen({ orderId, sessionId, email, ...details }: RescheduleSearch) {
  if (!orderId || !sessionId || !email) return <Incomplete />
  return <Confirmation orderId={orderId} sessionId={sessionId} email={email} {...details} />
}

function Incomplete() {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    void notify({
      tone: 'danger',
      title: 'Invalid Parameters',
      description:
        'Missing required information for reschedule checkout. Please start the reschedule process from your order management page.',
    })
    void navigate({ ...paths.manageOrders(), replace: true })
  })
  useEffect(() => leave(), [])
  return null
}

interface ConfirmationProps extends RescheduleSearch {
  orderId: string
  sessionId: string
  email: string
}

function Confirmation({ orderId, email, ...wish }: ConfirmationProps) {
  const access = useOrder(orderId, { email })
  return (
    <OrderState access={access} failure={FAILURE}>
      {(order) => <Wished order={order} email={email} {...wish} />}
    </OrderState>
  )
}

interface WishedProps extends Omit<ConfirmationProps, 'orderId'> {
  order: OrderView
}

/** Date, time and price of the new session as the server has them, else as the link says. */
function Wished({ order, sessionId, email, newDate, newTime, priceDifference }: WishedProps) {
  const app = useApp()
  const { locale } = app.tenant
  const { event } = order
  const daily = useQuery({
    ...dailyPricesQuery(app, event.id, newDate ?? ''),
    enabled: newDate !== undefined,
  })
  const session = daily.data?.sessions[sessionId]
  const zone = knownZone(event.timeZone)
  const told = priceDifference === undefined ? null : Number(priceDifference)
  const back = {
    ...rescheduleSearchOf(order, locale),
    date: newDate,
  }
  return (
    <>
      <BackLink {...paths.legacyEventTime(event.id, back)}>Choose another time</BackLink>
      <ChangeLayout order={order} heading="Reschedule your order">
        <Reschedule
          order={order}
          email={email}
          to={{
            sessionId,
            date: newDate,
            time: session ? formatTime(session.start_time, zone, locale) : newTime,
            isGone: daily.isSuccess && session === undefined,
          }}
          differenceMinor={
            session
              ? priceDifferenceOf(order, session)
              : told === null
                ? null
                : fromMajor(told, order.order.currency)
          }
        />
      </ChangeLayout>
    </>
  )
}
