import type { ReactNode, Ref } from 'react'
import { CircleAlert } from './icons.ts'

export interface FieldFailure {
  /** The `id` given to the `Field`. */
  fieldId: string
  message: string
}

interface ErrorSummaryProps {
  title: ReactNode
  failures: ReadonlyArray<FieldFailure>
  /** Moves the focus instead of following the link, where the address must not change. */
  onGoTo?: (fieldId: string) => void
  /** Focus it after a failed submit, so that it is read and the next Tab reaches the first link. */
  ref?: Ref<HTMLDivElement>
}

/** Lists the errors of a form and links to each field. Renders nothing without errors. */
export function ErrorSummary({ title, failures, onGoTo, ref }: ErrorSummaryProps) {
  if (failures.length === 0) return null
  return (
    <div ref={ref} tabIndex={-1} role="alert" className="flex gap-3 rounded-lg bg-danger-soft p-4">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger-text" />
      <div>
        <p className="font-semibold">{title}</p>
        <ul className="mt-1 text-sm">
          {failures.map(({ fieldId, message }) => (
            <li key={fieldId}>
              <a
                href={`#${fieldId}`}
                onClick={
                  onGoTo &&
                  ((event) => {
                    event.preventDefault()
                    onGoTo(fieldId)
                  })
                }
                className="inline-block py-1 underline underline-offset-4"
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
