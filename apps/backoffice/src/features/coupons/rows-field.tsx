import type { ReactNode } from 'react'

/** A row of a list in the form of a rule: what it is about, how, a value, and a button that removes it. */
export const ROW =
  'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 sm:grid-cols-[1.3fr_1fr_1.2fr_auto]'
/** Beside the control of the last field, below whose label a problem may be. */
export const ROW_BUTTON = 'mt-6.5'

interface RowsFieldProps {
  id: string
  title: string
  /** What is wrong with the list as a whole; a row says itself what is wrong with it. */
  error: string | undefined
  children: ReactNode
}

/** A list of rows as one field of a form, which a summary of problems can lead to. */
export function RowsField({ id, title, error, children }: RowsFieldProps) {
  const errorId = `${id}-error`
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={error && errorId}
      className="min-w-0 rounded-md"
    >
      <legend className="mb-1.5 text-sm font-semibold">{title}</legend>
      {error && (
        <p id={errorId} className="mb-3 text-sm font-medium text-danger-text">
          {error}
        </p>
      )}
      {children}
    </fieldset>
  )
}

/** The label of a part of a row; assistive technology hears which row it is of. */
export const PartLabel = ({ of, children }: { of: string; children: ReactNode }) => (
  <span>
    {children}
    <span className="sr-only"> of {of}</span>
  </span>
)
