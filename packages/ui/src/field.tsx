import { createContext, type ReactNode, useContext, useId } from 'react'
import { cx } from './cx.ts'
import { CircleAlert } from './icons.ts'

interface FieldWiring {
  id: string
  describedBy: string | undefined
  invalid: boolean
}

const FieldContext = createContext<FieldWiring | undefined>(undefined)

interface FieldProps {
  /** Always visible: a placeholder does not replace a label. */
  label: ReactNode
  /** Why it is needed, or its format; stays visible while typing. */
  hint?: ReactNode
  /** The message of a failed check. */
  error?: ReactNode
  /** Offered below the field, e.g. 'Did you mean gmail.com?' with a button. */
  suggestion?: ReactNode
  /** Marks the label, e.g. 'optional'. Required fields carry no mark. */
  mark?: ReactNode
  /** The control's id, for an error summary that links to it. */
  id?: string
  className?: string
  children: ReactNode
}

/** Label, hint, control and error, wired for assistive technology. Holds one control. */
export function Field({
  label,
  hint,
  error,
  suggestion,
  mark,
  id,
  className,
  children,
}: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = cx(Boolean(error) && errorId, hint !== undefined && hintId) || undefined
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label
        htmlFor={controlId}
        className="flex items-baseline justify-between gap-3 text-sm font-semibold"
      >
        {label}
        {mark && <span className="font-normal text-muted">{mark}</span>}
      </label>
      {hint !== undefined && (
        <p id={hintId} className="-mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldContext value={{ id: controlId, describedBy, invalid: Boolean(error) }}>
        {children}
      </FieldContext>
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-sm font-medium text-danger-text">
          <CircleAlert className="mt-[0.2em] size-4 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
      {suggestion}
    </div>
  )
}

/** Attributes that connect a control to its `Field`; empty outside of one. */
export function useFieldControl() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
  }
}
