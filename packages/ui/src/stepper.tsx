import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { Minus, Plus } from './icons.ts'
import { RollingNumber } from './rolling-number.tsx'
import { clampQuantity, quantityForKey } from './stepper-limits.ts'
import { useUiTexts } from './texts.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

interface StepperProps {
  /** What is counted, e.g. 'General Admission': names both buttons and the announcement. */
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max: number
  /** Why no more can be added once `max` is reached, e.g. '8 per order'. Spoken with the button. */
  maxReason?: string
  minReason?: string
  className?: string
}

/**
 * Minus, quantity, plus. At a limit the button stays focusable (`aria-disabled`), so that the focus
 * is not lost. Arrow keys, Home and End work on both buttons.
 */
export function Stepper({
  label,
  value,
  onChange,
  min = 0,
  max,
  maxReason,
  minReason,
  className,
}: StepperProps) {
  const texts = useUiTexts()
  const range = { min, max }
  const set = (next: number) => {
    if (next !== value) onChange(next)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = quantityForKey(event.key, value, range)
    if (next === undefined) return
    event.preventDefault()
    set(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div
      role="group"
      aria-label={label}
      onKeyDown={handleKey}
      className={cx('inline-flex items-center gap-1', className)}
    >
      <StepButton
        label={texts.removeOne(label)}
        atLimit={value <= min}
        reason={minReason}
        onPress={() => set(clampQuantity(value - 1, range))}
      >
        <Minus aria-hidden="true" className="size-5" />
      </StepButton>
      <span
        className={cx(
          'min-w-10 text-center font-display text-lg font-semibold',
          value === min && min === 0 && 'text-muted',
        )}
      >
        <RollingNumber value={value} text={String(value)} silent />
      </span>
      <StepButton
        label={texts.addOne(label)}
        atLimit={value >= max}
        reason={maxReason}
        onPress={() => set(clampQuantity(value + 1, range))}
      >
        <Plus aria-hidden="true" className="size-5" />
      </StepButton>
      <VisuallyHidden role="status">{texts.quantityOf(value, label)}</VisuallyHidden>
    </div>
  )
}

interface StepButtonProps {
  label: string
  atLimit: boolean
  reason: string | undefined
  onPress: () => void
  children: ReactNode
}

function StepButton({ label, atLimit, reason, onPress, children }: StepButtonProps) {
  const reasonId = useId()
  const explains = atLimit && reason !== undefined
  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-disabled={atLimit || undefined}
        aria-describedby={explains ? reasonId : undefined}
        title={explains ? reason : undefined}
        onClick={atLimit ? undefined : onPress}
        className={cx(
          'inline-flex size-target shrink-0 items-center justify-center rounded-full border',
          'border-edge-strong text-text transition-colors select-none hover:bg-hover',
          'aria-disabled:cursor-not-allowed aria-disabled:border-edge aria-disabled:text-faint',
          'aria-disabled:hover:bg-transparent',
        )}
      >
        {children}
      </button>
      {explains && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </>
  )
}
