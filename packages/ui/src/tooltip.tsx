import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { openDelay } from './tooltip-delay.ts'

interface TooltipProps {
  /** A few words. Nothing essential may be only here, since touch never shows it. */
  text: ReactNode
  /** The control it explains, with its own accessible name. */
  children: ReactElement<{ 'aria-describedby'?: string }>
}

/** When the last tooltip of the page closed, in milliseconds. */
let lastClosedAt = Number.NEGATIVE_INFINITY

/** A text at a control, for pointer and keyboard, in the browser's own popover. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const openSoon = (anchor: HTMLElement) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => bubble.current?.showPopover?.({ source: anchor }),
      openDelay(performance.now(), lastClosedAt),
    )
  }
  const close = () => {
    clearTimeout(timer.current)
    if (!bubble.current?.matches(':popover-open')) return
    bubble.current.hidePopover()
    lastClosedAt = performance.now()
  }
  const openByPointer = ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
    if (pointerType !== 'touch') openSoon(currentTarget)
  }
  const openByFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (target.matches(':focus-visible')) openSoon(currentTarget)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches the control in it
    <span
      className="inline-flex"
      onPointerEnter={openByPointer}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={openByFocus}
      onBlur={close}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span
        ref={bubble}
        id={id}
        popover="manual"
        role="tooltip"
        className="tooltip max-w-64 rounded-sm bg-text px-2.5 py-1.5 text-xs font-medium text-page forced-colors:border"
      >
        {text}
      </span>
    </span>
  )
}
