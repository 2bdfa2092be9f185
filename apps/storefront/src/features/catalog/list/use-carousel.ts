import {
  type FocusEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { HERO_ROTATION_MILLISECONDS, mayRotate, slideAt, slideFrom } from './carousel.ts'

/**
 * The row scrolls and snaps without script (swipe, wheel, keys). This hook adds the current index,
 * going to a slide, and rotation. Rotation stops while the buyer reads: on hover, focus, the pause
 * button and in a hidden tab, and always under reduced motion (WCAG 2.2.2).
 */
export function useCarousel(count: number) {
  const track = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const [isHovered, setHovered] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isTabHidden = useTabHidden()
  const prefersStill = useMedia('(prefers-reduced-motion: reduce)')
  const isRotating = mayRotate({ count, isPaused, isHovered, hasFocus, isTabHidden, prefersStill })

  const goTo = useCallback(
    (target: number, isInstant = prefersStill) => {
      track.current?.scrollTo({
        left: target * pitchOf(track.current),
        behavior: isInstant ? 'instant' : 'smooth',
      })
    },
    [prefersStill],
  )

  useEffect(() => {
    if (!isRotating) return
    const timer = setTimeout(() => goTo(slideFrom(index, 1, count)), HERO_ROTATION_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [isRotating, goTo, index, count])

  const readIndex = useCallback(() => {
    const row = track.current
    if (row) setIndex(slideAt(row.scrollLeft, pitchOf(row), count))
  }, [count])

  return {
    track,
    index,
    isPaused,
    isRotating,
    goTo,
    step: (by: number) => goTo(slideFrom(index, by, count)),
    togglePause: () => setPaused((paused) => !paused),
    trackProps: {
      ref: track,
      onScroll: readIndex,
      // Browsers scroll a focused link only just into view, and snapping may undo it.
      onFocus: ({ currentTarget, target }: FocusEvent) => {
        const slide = [...currentTarget.children].findIndex((child) => child.contains(target))
        if (slide >= 0) goTo(slide, true)
      },
    },
    frameProps: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocus(currentTarget.contains(relatedTarget)),
    },
  }
}

/** Distance between the starts of two slides in px; 0 with a single slide. */
function pitchOf(track: HTMLElement): number {
  const [first, second] = track.children
  return first instanceof HTMLElement && second instanceof HTMLElement
    ? second.offsetLeft - first.offsetLeft
    : 0
}

/** Whether a media query matches; false on the server and while hydrating. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

const subscribeToVisibility = (notify: () => void) => {
  document.addEventListener('visibilitychange', notify)
  return () => document.removeEventListener('visibilitychange', notify)
}

/** Whether the tab is in the background. */
const useTabHidden = (): boolean =>
  useSyncExternalStore(
    subscribeToVisibility,
    () => document.hidden,
    () => false,
  )
