import { getRouteApi } from '@tanstack/react-router'
import { MoneyScreen } from '../features/money/money-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

const route = getRouteApi('/signed-in/o/$organizer/money')

export function MoneyRoute() {
  const navigate = route.useNavigate()
  return (
    <MoneyScreen
      organizer={useOrganizer()}
      from={route.useSearch().from}
      onArrived={() => void navigate({ search: {}, replace: true, resetScroll: false })}
    />
  )
}
