import { Menu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { Check } from './icons.ts'

export interface Choice<Value extends string> {
  value: Value
  label: ReactNode
  icon?: ReactNode
}

export interface ChoiceMenuProps<Value extends string> {
  /** A `<button>`-like element, e.g. `<IconButton label="Theme">`; gets the menu's attributes. */
  trigger: ReactElement
  /** Names the group of choices. */
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: ReadonlyArray<Choice<Value>>
  /** Open at once: for a trigger that loaded this module by its first press. */
  defaultOpen?: boolean
  /** Where the list is put: inside a landmark, so that a screen reader finds it in its place. */
  container?: RefObject<HTMLElement | null>
}

/** A dropdown of exclusive choices; a check mark shows the current one. */
export function ChoiceMenu<Value extends string>({
  trigger,
  label,
  value,
  onChange,
  choices,
  defaultOpen,
  container,
}: ChoiceMenuProps<Value>) {
  const choose = (picked: unknown) => {
    const choice = choices.find((candidate) => candidate.value === picked)
    if (choice) onChange(choice.value)
  }
  return (
    <Menu.Root defaultOpen={defaultOpen}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal container={container}>
        <Menu.Positioner align="end" sideOffset={6} className="z-50 outline-none">
          <Menu.Popup
            data-from="trigger"
            className="float-layer min-w-44 rounded-md bg-raised p-1.5 shadow-float outline-none forced-colors:border"
          >
            <Menu.RadioGroup aria-label={label} value={value} onValueChange={choose}>
              {choices.map((choice) => (
                <Menu.RadioItem
                  key={choice.value}
                  value={choice.value}
                  closeOnClick
                  className="flex min-h-target cursor-default items-center gap-3 rounded-sm px-3 text-sm outline-none select-none data-highlighted:bg-hover forced-colors:data-highlighted:outline-2"
                >
                  {choice.icon}
                  <span className="flex-1">{choice.label}</span>
                  <Menu.RadioItemIndicator>
                    <Check aria-hidden="true" className="size-4" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
