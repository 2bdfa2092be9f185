import { getRouteApi } from '@tanstack/react-router'
import { OrdersScreen } from '../features/orders/orders-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

const ordersRoute = getRouteApi('/signed-in/o/$organizer/orders')

export function OrdersRoute() {
  const navigate = ordersRoute.useNavigate()
  return (
    <OrdersScreen
      organizer={useOrganizer()}
      search={ordersRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
