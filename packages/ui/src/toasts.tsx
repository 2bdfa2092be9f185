import { lazy, Suspense, useSyncExternalStore } from 'react'
import { pendingToasts } from './notify.ts'

const ToastRegion = lazy(() =>
  import('./toast.tsx').then((module) => ({ default: module.ToastRegion })),
)

const neverOnTheServer = () => false

/** Stands once in the app, anywhere inside `UiProvider`. Costs nothing until the first `notify`. */
export function Toasts() {
  const wanted = useSyncExternalStore(
    pendingToasts.subscribe,
    pendingToasts.wereEver,
    neverOnTheServer,
  )
  return wanted ? (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  ) : null
}
