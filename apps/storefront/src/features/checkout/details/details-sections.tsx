import { Button, Field, TextInput } from '@foyer/ui'
import { type ReactNode, useState } from 'react'
import { BILLING_FIELDS, CONTACT_FIELDS, type DetailField, fieldIdOf } from './details.ts'
import type { DetailsForm } from './use-details-form.ts'

interface DetailsSectionsProps {
  form: DetailsForm
  isLocked: boolean
  /** Nothing is charged, so the address is the buyer's and not that of a card. */
  isFree: boolean
}

/** The list of domains is fetched when an address was typed; if that fails, there is no hint. */
const likelyEmail = (email: string) =>
  import('./email-hint.ts').then(({ suggestEmail }) => suggestEmail(email)).catch(() => null)

/** The buyer's contact and billing address. */
export function DetailsSections({ form, isLocked, isFree }: DetailsSectionsProps) {
  // Checked when the field is left: while an address is being typed, it always looks mistyped.
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

interface DetailInputProps {
  field: DetailField
  form: DetailsForm
  /** A payment is under way: the values are shown and cannot be changed. */
  isLocked: boolean
  suggestion?: ReactNode
  onLeave?: () => void
}

function DetailInput({ field, form, isLocked, suggestion, onLeave }: DetailInputProps) {
  const { name, label, hint, isHalf, ...input } = field
  const error = form.errorOf(name)
  return (
    <Field
      id={fieldIdOf(name)}
      label={label}
      hint={hint}
      {...(error ? { error } : {})}
      suggestion={suggestion}
      className={isHalf ? 'sm:col-span-1' : 'sm:col-span-2'}
    >
      <TextInput
        {...input}
        name={name}
        value={form.values[name]}
        onChange={({ target }) => form.change(name, target.value)}
        onBlur={() => {
          form.leave(name)
          onLeave?.()
        }}
        required
        readOnly={isLocked}
        spellCheck={false}
      />
    </Field>
  )
}

interface EmailSuggestionProps {
  email: string
  onAccept: () => void
}

/** Offers the likely address; the buyer decides. */
function EmailSuggestion({ email, onAccept }: EmailSuggestionProps) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <span>
        Did you mean <strong className="font-semibold break-all">{email}</strong>?
      </span>
      <Button onClick={onAccept}>Use this address</Button>
    </p>
  )
}
