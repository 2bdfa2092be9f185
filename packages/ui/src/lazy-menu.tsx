import { cloneElement, lazy, type MouseEvent, type ReactElement, Suspense, useState } from 'react'
import type { ChoiceMenuProps } from './menu.tsx'

const loadMenu = () => import('./menu.tsx')
// `lazy` forgets type parameters, so the choices cross it as plain strings.
const Menu = lazy(() => loadMenu().then((module) => ({ default: module.ChoiceMenu<string> })))

interface TriggerProps {
  onClick?: (event: MouseEvent) => void
  onPointerEnter?: () => void
  onFocus?: () => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

interface LazyChoiceMenuProps<Value extends string>
  extends Omit<ChoiceMenuProps<Value>, 'trigger' | 'defaultOpen'> {
  trigger: ReactElement<TriggerProps>
}

/**
 * A `ChoiceMenu` whose code (55 kB of positioning and focus care) is fetched when a pointer or the
 * focus reaches the trigger, and which opens with the first press. For what stands on every page.
 */
export function LazyChoiceMenu<Value extends string>({
  trigger,
  choices,
  onChange,
  ...rest
}: LazyChoiceMenuProps<Value>) {
  const [wanted, setWanted] = useState(false)
  const idleTrigger = cloneElement(trigger, {
    onClick: () => setWanted(true),
    onPointerEnter: loadMenu,
    onFocus: loadMenu,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  })
  if (!wanted) return idleTrigger
  const choose = (picked: string) => {
    const choice = choices.find(({ value }) => value === picked)
    if (choice) onChange(choice.value)
  }
  return (
    <Suspense fallback={idleTrigger}>
      <Menu {...rest} trigger={trigger} choices={choices} onChange={choose} defaultOpen />
    </Suspense>
  )
}
