import type { FieldFailure } from '@foyer/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { BILLING_FIELDS, CONTACT_FIELDS, type Details, fieldIdOf, labelOf } from './details.ts'
import { detailsResolver } from './details-resolver.ts'
import { readDetails, saveDetails } from './saved-details.ts'

export interface DetailsForm {
  form: UseFormReturn<Details>
  /** What a press of the button found wrong, in order of the fields; for the summary's links. */
  failures: FieldFailure[]
  summary: RefObject<HTMLDivElement | null>
  /** Checks everything; calls back with clean details, or shows and focuses the summary. */
  submit: (onValid: (details: Details) => void) => Promise<void>
}

/** The buyer's details: checked on leaving a field, kept per cart through a reload. */
export function useDetailsForm(cartId: string): DetailsForm {
  const form = useForm<Details>({
    resolver: detailsResolver,
    defaultValues: readDetails(cartId),
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const summary = useRef<HTMLDivElement>(null)
  const [attempts, setAttempts] = useState(0)

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDetails(cartId, values),
      }),
    [form, cartId],
  )
  useEffect(() => {
    if (attempts > 0) summary.current?.focus()
  }, [attempts])

  const { errors } = form.formState
  const failures =
    attempts === 0
      ? []
      : FIELD_ORDER.flatMap((name) => {
          const message = errors[name]?.message
          return message
            ? [{ fieldId: fieldIdOf(name), message: `${labelOf(name)}: ${message}` }]
            : []
        })

  return {
    form,
    failures,
    summary,
    submit: (onValid) => form.handleSubmit(onValid, () => setAttempts((count) => count + 1))(),
  }
}

const FIELD_ORDER = [...CONTACT_FIELDS, ...BILLING_FIELDS].map(({ name }) => name)
