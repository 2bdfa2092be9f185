import { type ComponentProps, type MouseEvent, useEffect, useRef } from 'react'
import { useLocation } from './hooks.ts'
import type { Navigation } from './router.ts'
import { useRouter } from './router-provider.tsx'

/** Delay before prefetching, because a pointer often only crosses a link. */
const INTENT_AFTER_MILLISECONDS = 50

type AnchorProps = Pick<ComponentProps<'a'>, 'children' | 'className' | 'onClick' | 'aria-current'>

export interface LinkProps extends Navigation, AnchorProps {}

/**
 * A link within the site. Hover, focus and touch prefetch its target. The browser itself opens an
 * address that the route table does not have, such as one of a shop on a page of the platform.
 */
export function Link({ to, replace, resetScroll, onClick, ...anchor }: LinkProps) {
  const router = useRouter()
  const isHere = useLocation().path === to
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const preload = () => void router.preload({ to })
  const soon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(preload, INTENT_AFTER_MILLISECONDS)
  }
  const never = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || isForBrowser(event)) return
    if (!router.find(to).route) return
    event.preventDefault()
    never()
    void router.navigate({ to, replace, resetScroll })
  }
  return (
    <a
      aria-current={isHere ? 'page' : undefined}
      {...anchor}
      href={router.base + to}
      onClick={follow}
      onMouseEnter={soon}
      onMouseLeave={never}
      onFocus={soon}
      onBlur={never}
      onTouchStart={preload}
    />
  )
}

/** Whether a press opens another tab or window, or downloads. */
const isForBrowser = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey
