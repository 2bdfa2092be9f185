import type { FieldFailure } from '@foyer/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form'
import { BILLING_FIELDS, CONTACT_FIELDS, type Details, fieldIdOf, labelOf } from './details.ts'
import { detailsResolver } from './details-resolver.ts'
import { readDetails, saveDetails } from './saved-details.ts'

export interface DetailsForm {
  form: UseFormReturn<Details>
  /**
   * What the last press of the button found wrong, in order of the fields. It stays until the next
   * press: a list that shrank while its fields are mended would move them under the buyer's hands.
   */
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
  const [failures, setFailures] = useState<FieldFailure[]>([])

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDetails(cartId, values),
      }),
    [form, cartId],
  )
  // A new list is a new press of the button: the summary is there now and is read out.
  useEffect(() => {
    if (failures.length > 0) summary.current?.focus()
  }, [failures])

  return {
    form,
    failures,
    summary,
    submit: (onValid) =>
      form.handleSubmit(
        (details) => {
          setFailures([])
          onValid(details)
        },
        (errors) => setFailures(failuresOf(errors)),
      )(),
  }
}

const failuresOf = (errors: FieldErrors<Details>): FieldFailure[] =>
  FIELD_ORDER.flatMap((name) => {
    const message = errors[name]?.message
    return message ? [{ fieldId: fieldIdOf(name), message: `${labelOf(name)}: ${message}` }] : []
  })

const FIELD_ORDER = [...CONTACT_FIELDS, ...BILLING_FIELDS].map(({ name }) => name)
