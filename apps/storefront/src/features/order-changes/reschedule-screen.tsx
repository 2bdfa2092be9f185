import { notify } from '@foyer/ui'
import { useEffect, useEffectEvent } from 'react'
import { rescheduleSearchOf } from '../../data/orders/order-changes.ts'
import { useOrder } from '../../data/orders/use-order.ts'
import { useNavigate } from '../../routing/hooks.ts'
import { paths } from '../../routing/paths.ts'
import type { RescheduleSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'
import { OrderState } from '../../shared/order/order-state.tsx'
import { BackLink } from '../../shared/page/back-link.tsx'
import { ChangeLayout } from './change-layout.tsx'
import { Reschedule } from './reschedule.tsx'

const FAILURE = { title: 'Error Loading Order', message: 'Unable to load order details' }

/** Confirms a reschedule. Without order, session and e-mail there is nothing to confirm. */
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

function Confirmation({ orderId, email, sessionId, ...details }: ConfirmationProps) {
  const access = useOrder(orderId, { email })
  const { locale } = useApp().tenant
  const { newDate: date, newTime: time, priceDifference } = details
  return (
    <OrderState access={access} failure={FAILURE}>
      {(order) => (
        <>
          <BackLink
            {...paths.legacyEventTime(order.event.id, {
              ...rescheduleSearchOf(order, locale),
              date,
            })}
          >
            Choose another time
          </BackLink>
          <ChangeLayout order={order} heading="Reschedule your order">
            <Reschedule
              order={order}
              email={email}
              to={{ sessionId, date, time, priceDifference }}
            />
          </ChangeLayout>
        </>
      )}
    </OrderState>
  )
}
