import { useEffect, useRef } from 'react'
import { useShown } from '../routing/router-provider.tsx'

/**
 * A new page in the same document is silent to a screen reader: its heading takes the focus, so
 * that it is read out and the next Tab starts there. A changed query alone keeps the focus.
 */
export function useFocusOnNavigation(): void {
  const { kind, place } = useShown()
  const path = useRef(place.path)
  useEffect(() => {
    if (kind === 'pending' || place.path === path.current) return
    path.current = place.path
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    if (!(heading instanceof HTMLElement)) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [kind, place])
}
