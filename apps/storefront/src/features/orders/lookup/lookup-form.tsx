import type { OutputOf, orderLookup } from '@foyer/contract'
import { DETAIL_LIMITS } from '@foyer/domain'
import { Button, Field, Notice, TextInput } from '@foyer/ui'
import { type FormEvent, useState } from 'react'

export interface LookupValues {
  email: string
  phone: string
  zipCode: string
}

interface LookupFormProps {
  onSubmit: (values: LookupValues) => void
  isBusy: boolean
}

/** Asks for the address of orders; telephone number and postal code list them without a code. */
export function LookupForm({ onSubmit, isBusy }: LookupFormProps) {
  const [values, setValues] = useState<LookupValues>({ email: '', phone: '', zipCode: '' })
  const [isMissing, setMissing] = useState(false)
  const change = (name: keyof LookupValues) => ({
    name,
    value: values[name],
    maxLength: DETAIL_LIMITS[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setValues({ ...values, [name]: target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const email = values.email.trim()
    setMissing(email === '')
    if (email !== '' && !isBusy) onSubmit({ ...values, email })
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-form gap-5">
      {isMissing && (
        <Notice tone="danger" title="Email Required">
          Please enter your email address to find your orders.
        </Notice>
      )}
      <Field label="Email Address">
        <TextInput
          {...change('email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Phone" mark="optional">
        <TextInput {...change('phone')} type="tel" autoComplete="tel" />
      </Field>
      <Field
        label="ZIP Code"
        mark="optional"
        hint="With the phone or ZIP code of the order we show it at once. Otherwise we send a code to your address."
      >
        <TextInput {...change('zipCode')} autoComplete="postal-code" />
      </Field>
      <Button type="submit" size="lg" busy={isBusy}>
        Find My Orders
      </Button>
    </form>
  )
}

export type Confirmation = NonNullable<
  OutputOf<typeof orderLookup.lookUpOrders>['confirmation']
> & { email: string }

interface CodeFormProps {
  confirmation: Confirmation
  onSubmit: (code: string) => void
  isBusy: boolean
}

/** Asks for the six digits that were sent. */
export function CodeForm({ confirmation, onSubmit, isBusy }: CodeFormProps) {
  const [code, setCode] = useState('')
  return (
    <form
      noValidate
      className="grid max-w-form gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '' && !isBusy) onSubmit(code.trim())
      }}
    >
      <Notice title="Check your email" announce="status">
        {`We sent a code and a link to ${confirmation.email}. They are valid for ${confirmation.validMinutes} minutes.`}
      </Notice>
      <Field label="Six-digit code">
        <TextInput
          value={code}
          onChange={({ target }) => setCode(target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
        />
      </Field>
      <Button type="submit" size="lg" busy={isBusy}>
        Show My Orders
      </Button>
    </form>
  )
}
