import { VALIDATION_TEXTS } from '@foyer/contract'
import { DETAIL_LIMITS, isEmail, isSearchablePhone, isSearchablePostalCode } from '@foyer/domain'
import { Button, ErrorSummary, Field, type FieldFailure, TextInput } from '@foyer/ui'
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import type { LookupValues } from './lookup-record.ts'

interface LookupFormProps {
  values: LookupValues
  onChange: (values: LookupValues) => void
  onSubmit: (values: LookupValues) => void
  isBusy: boolean
}

type Name = keyof LookupValues

interface LookupField extends ComponentProps<'input'> {
  name: Name
  label: string
  mark?: string
  hint?: string
}

const FIELDS: readonly LookupField[] = [
  {
    name: 'email',
    label: 'Email Address',
    type: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
  },
  {
    name: 'orderNumber',
    label: 'Order Number',
    mark: 'optional',
    autoComplete: 'off',
    autoCapitalize: 'characters',
  },
  { name: 'phone', label: 'Phone', mark: 'optional', type: 'tel', autoComplete: 'tel' },
  {
    name: 'zipCode',
    label: 'ZIP Code',
    mark: 'optional',
    hint: 'With the number, phone or ZIP code of the order we show it at once. Otherwise we send a code to your address.',
    autoComplete: 'postal-code',
  },
]

/** Eight characters of the order's id, perhaps after a '#'. */
const ORDER_NUMBER = /^#?\s*[\da-f]{8}$/i
const ORDER_NUMBER_LETTERS = 20

export const lookupFieldId = (name: Name): string => `lookup-${name}`

/** Asks for the address of orders; telephone number and postal code list them without a code. */
export function LookupForm({ values, onChange, onSubmit, isBusy }: LookupFormProps) {
  const [checked, setChecked] = useState<readonly Name[]>([])
  /** What the last press of the button found; it stays until the next, so that nothing moves. */
  const [failures, setFailures] = useState<readonly FieldFailure[]>([])
  const isEmailMissing = failures.some(({ message }) => message === EMAIL_MISSING)

  // What was typed into the server's page before it was hydrated.
  const takeTyped = useEffectEvent(() => {
    const typed = { ...values }
    for (const { name } of FIELDS) {
      const field = document.getElementById(lookupFieldId(name))
      if (field instanceof HTMLInputElement && field.value) typed[name] = field.value
    }
    onChange(typed)
  })
  useEffect(() => takeTyped(), [])

  const submit = () => {
    const found = FIELDS.flatMap(({ name, label }) => {
      const problem = problemOf(name, values[name])
      const message = name === 'email' && isBlank(values.email) ? EMAIL_MISSING : problem
      if (!message) return []
      const isOwnSentence = message === EMAIL_MISSING
      return [
        { fieldId: lookupFieldId(name), message: isOwnSentence ? message : `${label}: ${message}` },
      ]
    })
    setChecked(FIELDS.map(({ name }) => name))
    setFailures(found)
    const [first] = found
    if (first) document.getElementById(first.fieldId)?.focus()
    else if (!isBusy) onSubmit(trimmed(values))
  }
  return (
    <form
      noValidate
      className="grid max-w-form gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ErrorSummary
        title={isEmailMissing ? 'Email Required' : 'Please check these fields'}
        failures={failures}
      />
      {/* Without names: a form that is sent before the page is hydrated puts nothing into the address. */}
      {FIELDS.map(({ name, label, mark, hint, ...input }) => {
        const error = checked.includes(name) ? problemOf(name, values[name]) : null
        return (
          <Field
            key={name}
            id={lookupFieldId(name)}
            label={label}
            mark={mark}
            hint={hint}
            {...(error ? { error } : {})}
          >
            <TextInput
              {...input}
              value={values[name]}
              onChange={({ target }) => onChange({ ...values, [name]: target.value })}
              // An empty field is not wrong before the form is sent.
              onBlur={() => !isBlank(values[name]) && setChecked((before) => [...before, name])}
              maxLength={name === 'orderNumber' ? ORDER_NUMBER_LETTERS : DETAIL_LIMITS[name]}
              required={name === 'email'}
              spellCheck={false}
            />
          </Field>
        )
      })}
      <Button type="submit" variant="primary" size="lg" busy={isBusy}>
        Find My Orders
      </Button>
    </form>
  )
}

const EMAIL_MISSING = 'Please enter your email address to find your orders.'

const isBlank = (text: string) => text.trim() === ''

const trimmed = ({ email, phone, zipCode, orderNumber }: LookupValues): LookupValues => ({
  orderNumber: orderNumber.trim(),
  email: email.trim().toLowerCase(),
  phone: phone.trim(),
  zipCode: zipCode.trim(),
})

/** What is wrong with a field; null if nothing is. Phone and ZIP code may be empty. */
function problemOf(name: Name, typed: string): string | null {
  const value = typed.trim()
  if (value === '') return name === 'email' ? VALIDATION_TEXTS.required : null
  switch (name) {
    case 'email':
      return isEmail(value.toLowerCase()) ? null : VALIDATION_TEXTS.invalidEmail
    case 'phone':
      return isSearchablePhone(value) ? null : 'Invalid phone number'
    case 'orderNumber':
      return ORDER_NUMBER.test(value) ? null : 'Invalid order number'
    case 'zipCode':
      return isSearchablePostalCode(value) ? null : 'Invalid ZIP code'
  }
}
