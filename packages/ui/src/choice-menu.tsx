import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef } from 'react'
import { iconButtonStyle } from './icon-button.tsx'
import { Check } from './icons.ts'

interface Choice<Value extends string> {
  value: Value
  label: ReactNode
  icon?: ReactNode
}

interface ChoiceMenuProps<Value extends string> {
  /** Names the button and the group of choices. */
  label: string
  /** The button's icon. */
  icon: ReactNode
  value: Value
  onChange: (value: Value) => void
  choices: ReadonlyArray<Choice<Value>>
}

/**
 * An icon button with a dropdown of exclusive choices; a check mark shows the current one. It is
 * the browser's own popover: it opens before hydration, closes on Escape and on a press elsewhere,
 * returns the focus, and is positioned at its button.
 */
export function ChoiceMenu<Value extends string>({
  label,
  icon,
  value,
  onChange,
  choices,
}: ChoiceMenuProps<Value>) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)

  const focusCurrent = ({ newState }: ToggleEvent) => {
    if (newState === 'open') itemsOf(menu.current).find(isChecked)?.focus()
  }
  const moveFocus = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return menu.current?.hidePopover()
    const items = itemsOf(menu.current)
    const at = items.findIndex((item) => item.matches(':focus'))
    const next = nextIndex(event.key, at, items.length)
    if (next === null) return
    event.preventDefault()
    items[next]?.focus()
  }
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-haspopup="menu"
        className={iconButtonStyle()}
      >
        {icon}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onToggle={focusCurrent}
        onKeyDown={moveFocus}
        className="choice-menu min-w-44 rounded-md bg-raised p-1.5 text-text shadow-float forced-colors:border"
      >
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            role="menuitemradio"
            aria-checked={choice.value === value}
            tabIndex={-1}
            onClick={() => {
              onChange(choice.value)
              menu.current?.hidePopover()
            }}
            className="flex min-h-target w-full items-center gap-3 rounded-sm px-3 text-start text-sm hover:bg-hover focus:bg-hover"
          >
            {choice.icon}
            <span className="flex-1">{choice.label}</span>
            {choice.value === value && <Check aria-hidden="true" className="size-4" />}
          </button>
        ))}
      </div>
    </>
  )
}

const itemsOf = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? []),
]
const isChecked = (item: HTMLElement) => item.getAttribute('aria-checked') === 'true'

/** The item to which a key moves in a menu; null for other keys. */
export function nextIndex(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
