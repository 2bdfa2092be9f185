import { getRouteApi } from '@tanstack/react-router'
import { CheckMailScreen } from '../features/sign-up/check-mail-screen.tsx'

const route = getRouteApi('/entrance/check-mail')

export function CheckMailRoute() {
  return <CheckMailScreen about={route.useSearch().about} />
}
