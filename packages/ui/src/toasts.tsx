import { lazy, Suspense, useSyncExternalStore } from 'react'
import { type Toast, toastStore } from './notify.ts'

const ToastList = lazy(() =>
  import('./toast.tsx').then(
    ({ ToastList }) => ({ default: ToastList }),
    () => ({ default: PlainList }),
  ),
)

/**
 * Shows the text without styling if the component's chunk cannot be loaded: offline, or after a new
 * build.
 */
const PlainList = ({ toasts }: { toasts: readonly Toast[] }) => (
  <ul className="rounded-lg border border-edge bg-surface p-4">
    {toasts.map(({ id, isGone, title, description }) => (
      <li key={id} hidden={isGone}>
        {title} {description}
      </li>
    ))}
  </ul>
)

const none: ReturnType<typeof toastStore.current> = []
const noneOnTheServer = () => none

/**
 * Where toasts appear: above the phone's bar, at the end corner on wide screens. Render it once at
 * the end of the app; the component that draws them loads with the first `notify`.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current, noneOnTheServer)
  return (
    // Rendered before the first message: a screen reader announces only what is added to a region
    // it knows.
    <div
      aria-live="polite"
      data-print="hide"
      className="fixed inset-x-4 bottom-[calc(1rem+var(--sticky-bar-height,0px))] z-60 sm:inset-x-auto sm:end-6 sm:bottom-6 sm:w-96"
    >
      {toasts.length > 0 && (
        <Suspense fallback={null}>
          <ToastList toasts={toasts} />
        </Suspense>
      )}
    </div>
  )
}
