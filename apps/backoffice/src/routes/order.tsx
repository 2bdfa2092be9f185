import { getRouteApi } from '@tanstack/react-router'
import { OrderScreen } from '../features/orders/order-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

const orderRoute = getRouteApi('/signed-in/o/$organizer/orders/$orderId')

export function OrderRoute() {
  const { orderId } = orderRoute.useParams()
  return <OrderScreen key={orderId} organizer={useOrganizer()} orderId={orderId} />
}
