import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Shown } from './route.ts'
import type { Router, Showing } from './router.ts'

const RouterContext = createContext<Router | null>(null)
const ShownContext = createContext<Shown | null>(null)
const LateContext = createContext(false)

const AT_REST = { isLate: false, isAnimated: false, onRendered: () => {} }

interface RouterProviderProps {
  router: Router
  first: Shown
  children: ReactNode
}

/** Follows the router: its children render again with each screen. */
export function RouterProvider({ router, first, children }: RouterProviderProps) {
  const [{ shown, isLate, onRendered }, setShowing] = useState<Showing>({
    shown: first,
    ...AT_REST,
  })
  useEffect(
    () =>
      router.listen((next) => {
        if (next.isAnimated && 'startViewTransition' in document) {
          const { ready } = document.startViewTransition(() => flushSync(() => setShowing(next)))
          // A new navigation or a hidden tab skips the animation, which is no failure.
          ready.catch(() => undefined)
        } else {
          startTransition(() => setShowing(next))
        }
      }),
    [router],
  )
  useLayoutEffect(() => void onRendered(), [onRendered])
  return (
    <RouterContext value={router}>
      <ShownContext value={shown}>
        <LateContext value={isLate}>{children}</LateContext>
      </ShownContext>
    </RouterContext>
  )
}

/**
 * The router of this page. Throws outside of {@link RouterProvider}, which is a programming error.
 */
export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('useRouter needs a RouterProvider above it')
  return router
}

/** What is shown now; it may lag behind the address. Throws like {@link useRouter}. */
export function useShown(): Shown {
  const shown = useContext(ShownContext)
  if (!shown) throw new Error('useShown needs a RouterProvider above it')
  return shown
}

/** Whether the next screen has been loading for longer than a moment. */
export const useIsLate = (): boolean => useContext(LateContext)
