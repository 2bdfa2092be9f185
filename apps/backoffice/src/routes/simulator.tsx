import { getRouteApi } from '@tanstack/react-router'
import { SimulatorScreen } from '../features/coupons/simulator/simulator-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

const route = getRouteApi('/signed-in/o/$organizer/coupons/rules/simulator')

export function SimulatorRoute() {
  const navigate = route.useNavigate()
  return (
    <SimulatorScreen
      organizer={useOrganizer()}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
