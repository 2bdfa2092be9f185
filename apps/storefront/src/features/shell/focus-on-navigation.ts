import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * A new page in the same document is silent to a screen reader: its heading takes the focus, so
 * that it is read out and the next Tab starts there. A changed query alone keeps the focus.
 */
export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!fromLocation || !pathChanged) return
        const heading =
          document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
        if (!(heading instanceof HTMLElement)) return
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }),
    [router],
  )
}
