import { useState } from 'react'
import { DetailInput } from './detail-field.tsx'
import { BILLING_FIELDS, CONTACT_FIELDS, type DetailField, fieldIdOf } from './details.ts'
import { EmailSuggestion } from './email-suggestion.tsx'
import type { DetailsForm } from './use-details-form.ts'

interface DetailsSectionsProps {
  form: DetailsForm
  isLocked: boolean
  /** Nothing is charged: the address is the buyer's, not a card's. */
  isFree: boolean
}

/** Its list of domains is not needed before there is an address; without it there is no hint. */
const likelyEmail = (email: string) =>
  import('./email-hint.ts').then(({ suggestEmail }) => suggestEmail(email)).catch(() => null)

/** Who buys, and whom the card belongs to. */
export function DetailsSections({ form, isLocked, isFree }: DetailsSectionsProps) {
  // Looked for when the field is left: while somebody types, every address is a near miss.
  const [suggested, setSuggested] = useState<string | null>(null)
  const accept = (email: string) => {
    form.change('email', email)
    setSuggested(null)
    document.getElementById(fieldIdOf('email'))?.focus()
  }
  const emailProps = {
    onLeave: () => void likelyEmail(form.values.email).then(setSuggested),
    suggestion: suggested && (
      <EmailSuggestion email={suggested} onAccept={() => accept(suggested)} />
    ),
  }
  const inputOf = (field: DetailField) => (
    <DetailInput
      key={field.name}
      field={field}
      form={form}
      isLocked={isLocked}
      {...(field.name === 'email' ? emailProps : {})}
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
