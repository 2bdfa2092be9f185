import { type ComponentType, Suspense } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import type { Shown } from './route.ts'
import { useShown } from './router-provider.tsx'

interface CurrentScreenProps {
  /** The site's own, for an address that is no page. */
  noPage: ComponentType
  /** The last net: whatever a screen threw. */
  crash: ComponentType<{ error: unknown }>
}

/** The screen of the place that is shown. React takes over what is in it apart from what is around it. */
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
