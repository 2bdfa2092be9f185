import { Menu as Base } from '@base-ui/react/menu'
import { cx } from '@foyer/ui'
import { type ReactElement, type ReactNode, useRef } from 'react'

interface MenuProps {
  /** The button that opens it, with an accessible name. */
  trigger: ReactElement
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}

/** A menu of actions and links: arrow keys, Home and End, typing a first letter, Escape. */
export function Menu({
  trigger,
  side = 'bottom',
  align = 'start',
  className,
  children,
}: MenuProps) {
  // Beside its button, so that it belongs to the same landmark and follows it in the tab order.
  const container = useRef<HTMLSpanElement>(null)
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <span ref={container} className="contents" />
      <Base.Portal container={container}>
        <Base.Positioner side={side} align={align} sideOffset={6} className="z-50">
          <Base.Popup
            className={cx(
              'office-menu min-w-52 rounded-md bg-raised p-1.5 text-sm text-text shadow-float forced-colors:border',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const ITEM =
  'flex min-h-target w-full cursor-default items-center gap-3 rounded-sm px-2.5 text-start no-underline ' +
  'outline-none data-highlighted:bg-hover data-disabled:text-faint select-none'

interface MenuItemProps {
  onChoose: () => void
  icon?: ReactNode
  isDanger?: boolean
  isDisabled?: boolean
  children: ReactNode
}

export function MenuItem({ onChoose, icon, isDanger, isDisabled, children }: MenuItemProps) {
  return (
    <Base.Item
      onClick={onChoose}
      disabled={isDisabled}
      className={cx(ITEM, isDanger && 'text-danger-text')}
    >
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
    </Base.Item>
  )
}

/** An item that leads somewhere: `link` is a router's link or an anchor, without content. */
export function MenuLink({ link, children }: { link: ReactElement; children: ReactNode }) {
  return (
    <Base.LinkItem render={link} closeOnClick className={ITEM}>
      {children}
    </Base.LinkItem>
  )
}

export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="truncate px-2.5 pt-1.5 pb-1 text-xs font-semibold text-muted">
        {label}
      </Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

interface MenuChoicesProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly { value: Value; label: string; icon?: ReactNode }[]
}

/** Exclusive choices, the current one with a mark. */
export function MenuChoices<Value extends string>({
  label,
  value,
  onChange,
  choices,
}: MenuChoicesProps<Value>) {
  return (
    <Base.RadioGroup
      value={value}
      onValueChange={(next: Value) => onChange(next)}
      aria-label={label}
    >
      {choices.map((choice) => (
        <Base.RadioItem
          key={choice.value}
          value={choice.value}
          closeOnClick={false}
          className={cx(ITEM, 'data-checked:font-semibold')}
        >
          {choice.icon}
          <span className="flex-1">{choice.label}</span>
          <Base.RadioItemIndicator className="text-muted" aria-hidden="true">
            ✓
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

export const MenuLine = () => <Base.Separator className="-mx-1.5 my-1.5 h-px bg-edge" />
