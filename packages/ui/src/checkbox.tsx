import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { Check, CircleAlert } from './icons.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode
  hint?: ReactNode
  error?: string
}

/** A native checkbox, its label and hint, as one 44 px target. */
export function Checkbox({ label, hint, error, className, id, ...rest }: CheckboxProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const errorId = `${inputId}-error`
  return (
    <div className={className}>
      <label htmlFor={inputId} className="flex min-h-target items-start gap-3 py-2.5">
        <span className="relative mt-0.5 grid size-5 shrink-0 place-items-center">
          <input
            {...rest}
            id={inputId}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            className={cx(
              'peer absolute inset-0 size-5 appearance-none rounded-sm border border-muted bg-raised',
              'transition-colors checked:border-text checked:bg-text aria-invalid:border-danger-text',
              'forced-colors:appearance-auto',
            )}
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none relative size-3.5 text-page opacity-0 peer-checked:opacity-100 forced-colors:hidden"
          />
        </span>
        <span className="min-w-0 grow text-base">
          {label}
          {hint && <span className="block text-sm text-muted">{hint}</span>}
        </span>
      </label>
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-sm font-medium text-danger-text">
          <CircleAlert className="mt-[0.2em] size-4 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  )
}
