import { createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { ownPath, paths } from '../routing/paths.ts'
import { Entrance } from '../shell/entrance.tsx'
import { root } from './root.tsx'

/** Screens before the office. */
const entrance = createRoute({
  getParentRoute: () => root,
  id: 'entrance',
  component: () => (
    <Entrance>
      <Outlet />
    </Entrance>
  ),
})

interface SignInSearch {
  to?: string
  step?: 'second-factor'
}

const signIn = createRoute({
  getParentRoute: () => entrance,
  path: '/sign-in',
  validateSearch: ({ to, step }: Record<string, unknown>): SignInSearch => ({
    to: ownPath(to),
    step: step === 'second-factor' ? step : undefined,
  }),
  component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignInRoute'),
})

const signUp = createRoute({
  getParentRoute: () => entrance,
  path: '/sign-up',
  component: lazyRouteComponent(
    () => import('../features/sign-up/sign-up-screen.tsx'),
    'SignUpScreen',
  ),
})

const checkMail = createRoute({
  getParentRoute: () => entrance,
  path: '/check-mail',
  validateSearch: ({ about }: Record<string, unknown>): { about: 'sign-up' | 'reset' } => ({
    about: about === 'reset' ? 'reset' : 'sign-up',
  }),
  component: lazyRouteComponent(() => import('./check-mail.tsx'), 'CheckMailRoute'),
})

const forgotten = createRoute({
  getParentRoute: () => entrance,
  path: '/forgotten',
  component: lazyRouteComponent(
    () => import('../features/sign-up/forgotten-screen.tsx'),
    'ForgottenScreen',
  ),
})

/** Takes the token of a mail's link out of the address (data/link-token.ts). */
const takeToken =
  (path: 'confirm' | 'newPassword' | 'invitation') =>
  ({ location: { hash } }: { location: { hash: string } }) => {
    if (hash === '') return
    throw redirect({ ...paths[path](), hash: '', state: { linkToken: hash }, replace: true })
  }

const confirm = createRoute({
  getParentRoute: () => entrance,
  path: '/confirm',
  beforeLoad: takeToken('confirm'),
  component: lazyRouteComponent(
    () => import('../features/sign-up/confirm-screen.tsx'),
    'ConfirmScreen',
  ),
})

const newPassword = createRoute({
  getParentRoute: () => entrance,
  path: '/new-password',
  beforeLoad: takeToken('newPassword'),
  component: lazyRouteComponent(
    () => import('../features/sign-up/new-password-screen.tsx'),
    'NewPasswordScreen',
  ),
})

const invitation = createRoute({
  getParentRoute: () => entrance,
  path: '/invitation',
  beforeLoad: takeToken('invitation'),
  component: lazyRouteComponent(
    () => import('../features/sign-up/invitation-screen.tsx'),
    'InvitationScreen',
  ),
})

export const entranceRoutes = entrance.addChildren([
  signIn,
  signUp,
  checkMail,
  forgotten,
  confirm,
  newPassword,
  invitation,
])
