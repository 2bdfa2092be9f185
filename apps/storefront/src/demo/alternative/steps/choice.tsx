import { cx } from '@foyer/ui'
import type { ComponentProps, Dispatch } from 'react'
import type { AltAction, AltState } from '../flow.ts'

/** What every step gets. */
export interface AltStepProps {
  state: AltState
  act: Dispatch<AltAction>
}

interface ChoiceProps extends ComponentProps<'button'> {
  isChosen: boolean
}

/** One of several things of which one is chosen: a day, a tier, a time. */
export function Choice({ isChosen, className, ...rest }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      {...rest}
      className={cx(
        'min-h-target rounded-md border px-3 py-2.5 text-start transition-colors',
        'disabled:cursor-not-allowed disabled:border-edge disabled:text-faint',
        isChosen ? 'border-text bg-raised' : 'border-edge-strong enabled:hover:bg-hover',
        className,
      )}
    />
  )
}
