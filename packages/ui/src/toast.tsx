import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { iconButtonStyle } from './icon-button.tsx'
import { CircleAlert, CircleCheck, Info, X } from './icons.ts'
import { drawnToasts, type Toast, type ToastTone, toastStore } from './notify.ts'
import { useUiTexts } from './texts.tsx'

const SHOWN_MILLISECONDS = 6000

const icons: Record<ToastTone, { icon: typeof Info; color: string }> = {
  info: { icon: Info, color: 'text-muted' },
  success: { icon: CircleCheck, color: 'text-success-text' },
  danger: { icon: CircleAlert, color: 'text-danger-text' },
}

/**
 * The messages, the newest last. None disappears while the focus is on them, or the pointer that was
 * moved there.
 */
export function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const texts = useUiTexts()
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const cameFrom = useRef<EventTarget | null>(null)

  // A message may appear below a pointer that rests on a button: it would cover the button for ever.
  const handleMove = ({ movementX, movementY }: PointerEvent) => {
    if (movementX !== 0 || movementY !== 0) setHovered(true)
  }
  const handleFocus = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    setFocused(true)
    if (!isWithin(currentTarget, relatedTarget)) cameFrom.current = relatedTarget
  }
  const dismiss = (id: number, row: Element | null) => {
    if (row && isWithin(row, document.activeElement)) {
      const buttons = list.current?.querySelectorAll<HTMLElement>('li:not([hidden]) button') ?? []
      const next = [...buttons].find((button) => !row.contains(button)) ?? cameFrom.current
      if (next instanceof HTMLElement) next.focus()
    }
    toastStore.dismiss(id)
  }
  return (
    <ul
      ref={list}
      aria-label={texts.notifications}
      onPointerMove={handleMove}
      onPointerLeave={() => setHovered(false)}
      onFocus={handleFocus}
      onBlur={() => setFocused(false)}
      className="flex flex-col gap-2"
    >
      {drawnToasts(toasts).map((toast) => (
        <ToastRow
          key={toast.id}
          toast={toast}
          isHeld={isHovered || isFocused}
          onDismiss={(row) => dismiss(toast.id, row)}
        />
      ))}
    </ul>
  )
}

const isWithin = (box: Element, target: EventTarget | null): boolean =>
  target instanceof Node && box.contains(target)

interface ToastRowProps {
  toast: Toast
  isHeld: boolean
  onDismiss: (row: Element | null) => void
}

function ToastRow({ toast, isHeld, onDismiss }: ToastRowProps) {
  const { id, tone, title, description, isGone } = toast
  const texts = useUiTexts()
  const row = useRef<HTMLLIElement>(null)
  const { icon: Icon, color } = icons[tone]
  // Errors stay until they are dismissed; other messages disappear by themselves.
  const goes = tone !== 'danger' && !isHeld && !isGone
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message that replaced another has its full time
  useEffect(() => {
    if (!goes) return
    const timer = setTimeout(() => toastStore.dismiss(id), SHOWN_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [goes, id, title, description])
  const closeByEscape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onDismiss(row.current)
  }
  return (
    <li
      ref={row}
      hidden={isGone}
      onKeyDown={closeByEscape}
      className="toast flex items-start gap-3 rounded-md bg-raised py-2 ps-4 pe-1 shadow-float forced-colors:border"
    >
      <Icon aria-hidden="true" className={`mt-2.5 size-5 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1 py-2">
        <p className="text-sm font-semibold">{title}</p>
        {description && <p className="text-sm text-muted">{description}</p>}
      </div>
      <button
        type="button"
        aria-label={texts.dismiss}
        onClick={() => onDismiss(row.current)}
        className={iconButtonStyle()}
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  )
}
