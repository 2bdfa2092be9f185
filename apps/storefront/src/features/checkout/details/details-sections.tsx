import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { DetailInput } from './detail-field.tsx'
import { BILLING_FIELDS, CONTACT_FIELDS, type DetailField, type Details } from './details.ts'
import { suggestEmail } from './email-hint.ts'
import { EmailSuggestion } from './email-suggestion.tsx'

interface DetailsSectionsProps {
  form: UseFormReturn<Details>
  isLocked: boolean
  /** Nothing is charged: the address is the buyer's, not a card's. */
  isFree: boolean
}

/** Who buys, and whom the card belongs to. */
export function DetailsSections({ form, isLocked, isFree }: DetailsSectionsProps) {
  const [suggested, setSuggested] = useState<string | null>(null)
  const accept = (email: string) => {
    form.setValue('email', email, { shouldValidate: true, shouldDirty: true })
    setSuggested(null)
    form.setFocus('email')
  }
  const suggestion = suggested && (
    <EmailSuggestion email={suggested} onAccept={() => accept(suggested)} />
  )
  const inputOf = (field: DetailField) => (
    <DetailInput
      key={field.name}
      field={field}
      form={form}
      isLocked={isLocked}
      {...(field.name === 'email'
        ? { suggestion, onBlur: () => setSuggested(suggestEmail(form.getValues('email'))) }
        : {})}
    />
  )
  return (
    <>
      <fieldset className="min-w-0">
        <legend>
          <h2 className="font-display text-lg font-bold">Customer Information</h2>
        </legend>
        <div className="mt-4 grid gap-5 sm:grid-cols-2">{CONTACT_FIELDS.map(inputOf)}</div>
      </fieldset>
      <fieldset className="min-w-0">
        <legend>
          <h2 className="font-display text-lg font-bold">Billing Address</h2>
        </legend>
        <p className="mt-1 text-sm text-muted">
          {isFree
            ? 'In the United States.'
            : 'The address your card or account is registered at, in the United States.'}
        </p>
        <div className="mt-4 grid gap-5 sm:grid-cols-2">{BILLING_FIELDS.map(inputOf)}</div>
      </fieldset>
    </>
  )
}
