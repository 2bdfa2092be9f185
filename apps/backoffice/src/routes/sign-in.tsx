import { getRouteApi, useLocation } from '@tanstack/react-router'
import { SignInScreen } from '../features/sign-in/sign-in-screen.tsx'

const route = getRouteApi('/entrance/sign-in')

export function SignInRoute() {
  const { to, step } = route.useSearch()
  const news = useLocation({ select: ({ state }) => state.news })
  return <SignInScreen to={to} isSecondStep={step === 'second-factor'} news={news} />
}
