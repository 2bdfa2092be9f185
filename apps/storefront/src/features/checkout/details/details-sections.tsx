import { countriesByName } from '@foyer/domain'
import { Button, cx, Field, SelectInput, TextInput } from '@foyer/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { useApp } from '../../../shared/app-context.tsx'
import { addressInputsOf, contactFieldsOf, type DetailField, fieldIdOf } from './details.ts'
import type { DetailsForm } from './use-details-form.ts'

interface DetailsSectionsProps {
  form: DetailsForm
  isLocked: boolean
}

/** The list of domains is fetched when an address was typed; if that fails, there is no hint. */
const likelyEmail = (email: string) =>
  import('./email-hint.ts').then(({ suggestEmail }) => suggestEmail(email)).catch(() => null)

/** The buyer's contact and, unless the order is free, the billing address. */
export function DetailsSections({ form, isLocked }: DetailsSectionsProps) {
  // Checked when the field is left: while an address is being typed, it always looks mistyped.
  const [suggested, setSuggested] = useState<string | null>(null)
  const { asked } = form
  const accept = (email: string) => {
    form.change('email', email)
    setSuggested(null)
    document.getElementById(fieldIdOf('email'))?.focus()
  }
  const emailProps = {
    onLeave: () => void likelyEmail(form.values.email).then(setSuggested),
    suggestion: suggested && (
      <Suggestion action="Use this address" onAccept={() => accept(suggested)}>
        Did you mean <strong className="font-semibold break-all">{suggested}</strong>?
      </Suggestion>
    ),
  }
  const inputOf = (field: DetailField, className: string) => (
    <DetailInput
      key={field.name}
      field={field}
      form={form}
      isLocked={isLocked}
      className={className}
      {...(field.name === 'email' ? emailProps : {})}
    />
  )
  const [street, ...rest] = addressInputsOf(asked)
  return (
    <>
      <fieldset className="min-w-0">
        <legend>
          <h2 className="font-display text-lg font-bold">Customer Information</h2>
        </legend>
        <div className="mt-4 grid gap-5 sm:grid-cols-2">
          {contactFieldsOf(asked).map((field) =>
            inputOf(field, field.name.endsWith('Name') ? 'sm:col-span-1' : 'sm:col-span-2'),
          )}
        </div>
      </fieldset>
      {street && (
        <fieldset className="min-w-0">
          <legend>
            <h2 className="font-display text-lg font-bold">Billing Address</h2>
          </legend>
          <p className="mt-1 text-sm text-muted">
            The address your card or account is registered at.
          </p>
          <div className="mt-4 grid grid-cols-2 gap-5 sm:grid-cols-6">
            <CountryInput form={form} isLocked={isLocked} />
            {inputOf(street, 'col-span-full')}
            {rest.map((field, index) =>
              inputOf(field, spanOf(rest.length, field.name === 'city' && index === 0)),
            )}
          </div>
        </fieldset>
      )}
    </>
  )
}

/**
 * The parts after the street share one row where there is room for it, whatever a country has of
 * them, so that another country moves nothing below. On a phone a leading city has a row of its own.
 */
function spanOf(count: number, isLeadingCity: boolean): string {
  const narrow = count === 1 || (count === 3 && isLeadingCity) ? 'col-span-2' : 'col-span-1'
  const wide = ['', 'sm:col-span-6', 'sm:col-span-3', 'sm:col-span-2'][count] ?? ''
  return cx(narrow, wide)
}

/** The country, by which the fields after it are chosen. That of most buyers comes first in the list. */
function CountryInput({ form, isLocked }: DetailsSectionsProps) {
  const { locale } = useApp().tenant
  const { country } = form.asked
  // Naming and sorting all countries takes as long as the rest of the form, and nobody needs them at once.
  const [all, setAll] = useState<ReturnType<typeof countriesByName> | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setAll(countriesByName(locale)))
    return () => clearTimeout(timer)
  }, [locale])
  const isLikely = ({ code }: { code: string }) => code === form.likelyCountry
  const countries = all
    ? [...all.filter(isLikely), ...all.filter((each) => !isLikely(each))]
    : countriesByName(locale, [country])
  return (
    <Field id={fieldIdOf('country')} label="Country" className="col-span-full">
      <SelectInput
        name="country"
        autoComplete="billing country"
        value={country}
        onChange={({ target }) => form.change('country', target.value)}
        disabled={isLocked}
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}

interface DetailInputProps {
  field: DetailField
  form: DetailsForm
  /** A payment is under way: the values are shown and cannot be changed. */
  isLocked: boolean
  className: string
  suggestion?: ReactNode
  onLeave?: () => void
}

function DetailInput({ field, form, isLocked, className, suggestion, onLeave }: DetailInputProps) {
  const { name, label, hint, isRequired, ...input } = field
  const error = form.errorOf(field)
  const question = form.questionOf(field)
  const keep = () => {
    form.keep(name)
    document.getElementById(fieldIdOf(name))?.focus()
  }
  return (
    <Field
      id={fieldIdOf(name)}
      label={label}
      hint={hint}
      {...(isRequired ? {} : { mark: 'optional' })}
      {...(error ? { error: <ErrorText {...error} /> } : {})}
      suggestion={
        question ? (
          <Suggestion action="Yes, keep it" onAccept={keep}>
            Is this right? {question}
          </Suggestion>
        ) : (
          suggestion
        )
      }
      className={className}
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
        required={isRequired}
        readOnly={isLocked}
        spellCheck={false}
      />
    </Field>
  )
}

/** A sentence for the buyer, and in small print the specification's word. */
const ErrorText = ({ text, word }: { text: string; word: string | null }) => (
  <span>
    {text}
    {word && <span className="ms-1.5 text-xs font-normal text-muted">{word}</span>}
  </span>
)

interface SuggestionProps {
  children: ReactNode
  /** What a press of the button does. */
  action: string
  onAccept: () => void
}

/** Offers what is likely; the buyer decides. */
function Suggestion({ children, action, onAccept }: SuggestionProps) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <span>{children}</span>
      <Button onClick={onAccept}>{action}</Button>
    </p>
  )
}
