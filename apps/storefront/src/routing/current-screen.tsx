import { type ComponentType, Suspense } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import type { Shown } from './route.ts'
import { useShown } from './router-provider.tsx'

interface CurrentScreenProps {
  /** The site's own screen for an unknown address. */
  noPage: ComponentType
  /** Shown for an error that the route has no screen for. */
  crash: ComponentType<{ error: unknown }>
}

/**
 * The screen of the current location. Its own Suspense boundary lets React hydrate it separately.
 */
export function CurrentScreen(props: CurrentScreenProps) {
  return (
    <Suspense>
      <ScreenOf {...props} shown={useShown()} />
    </Suspense>
  )
}

function ScreenOf({ shown, noPage: NoPage, crash }: CurrentScreenProps & { shown: Shown }) {
  const { kind, location } = shown
  const { route } = location
  if (!route || kind === 'noPage') return <NoPage />
  const { screen: Screen, frame: Frame, notFound: NotFound, pending: Pending } = route
  const Failed = route.failed ?? crash
  if (kind === 'pending') return Pending && <Pending />
  if (kind === 'notFound') return NotFound && <NotFound />
  if (shown.kind === 'failed') return <Failed error={shown.error} />
  const screen = (
    <ErrorBoundary screen={Frame ? crash : Failed}>
      {Screen && <Screen key={route.path} />}
    </ErrorBoundary>
  )
  if (!Frame) return screen
  return (
    <ErrorBoundary screen={Failed}>
      <Frame>{screen}</Frame>
    </ErrorBoundary>
  )
}
