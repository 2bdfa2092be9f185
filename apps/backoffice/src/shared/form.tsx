import {
  Button,
  cx,
  ErrorSummary,
  Field,
  type FieldFailure,
  Notice,
  SelectInput,
  TextInput,
} from '@foyer/ui'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { failureText } from '../data/failure-text.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { unreadableFields } from './unreadable-fields.ts'
import type { OfficeForm } from './use-office-form.ts'

interface FormProps<Name extends string> {
  form: OfficeForm<Name>
  /** Names the form for assistive technology, if no heading does. */
  label?: string
  submit: ReactNode
  submitVariant?: ComponentProps<typeof Button>['variant']
  busyLabel?: string
  /** What did not happen, above the reason: 'Failed to create coupon group'. */
  failureTitle?: string
  /** Beside the button: another action, such as 'Cancel'. */
  aside?: ReactNode
  isWide?: boolean
  /**
   * For a form that fills a screen: its button stays in sight, and the screen is not left without a
   * question while something is not saved.
   */
  isLong?: boolean
  className?: string
  children: ReactNode
}

/** The fields, a summary of what is wrong with links to the fields, and the one button. */
export function Form<Name extends string>({
  form,
  label,
  submit,
  submitVariant = 'primary',
  busyLabel,
  failureTitle,
  aside,
  isWide = false,
  isLong = false,
  className,
  children,
}: FormProps<Name>) {
  const { problemNames, problemOf, attempts, failure, isSending } = form
  const summary = useRef<HTMLDivElement>(null)
  const [unreadable, setUnreadable] = useState<readonly FieldFailure[]>([])
  const [unsent, setUnsent] = useState(0)
  const refused = problemNames
    .flatMap((name) => {
      const message = problemOf(name)
      return message ? [{ fieldId: form.idOf(name), message }] : []
    })
    .toSorted(byPlace)
  const failures = unreadable.length > 0 ? unreadable : refused
  const notice = useRef<HTMLDivElement>(null)
  // Not by the count of attempts: a conflict gives the form new values, and the count arrives late.
  const hasNotice = !isSending && (form.conflicts !== null || failure !== null)
  const isRefused = unreadable.length > 0 || (attempts > 0 && !isSending && refused.length > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt moves the focus again
  useEffect(() => {
    if (isRefused) summary.current?.focus()
    // The button may be a long form below what it is about.
    else if (hasNotice) notice.current?.focus()
  }, [attempts, unsent, isRefused, hasNotice])
  return (
    <form
      noValidate
      aria-label={label}
      onInput={({ currentTarget }) => {
        if (unreadable.length > 0) setUnreadable(unreadableFields(currentTarget))
      }}
      onSubmit={(event) => {
        const found = unreadableFields(event.currentTarget)
        if (found.length === 0) return void form.submit(event)
        event.preventDefault()
        setUnreadable(found)
        setUnsent(unsent + 1)
      }}
      className={cx('flex flex-col gap-5', className)}
    >
      {isRefused && (
        <ErrorSummary
          ref={summary}
          title={failures.length === 1 ? 'One field needs a change' : 'Some fields need a change'}
          failures={failures}
          onGoTo={(fieldId) => document.getElementById(fieldId)?.focus()}
        />
      )}
      {(form.conflicts || failure !== null) && (
        <div ref={notice} tabIndex={-1} className="flex flex-col gap-5 rounded-md">
          {form.conflicts && <Conflicts form={form} />}
          {failure !== null && (
            <Notice tone="danger" title={failureTitle}>
              {failureText(failure)}
            </Notice>
          )}
        </div>
      )}
      {children}
      <div
        className={cx(
          'flex flex-wrap items-center gap-3',
          isWide && '*:flex-1',
          isLong && 'form-bar sticky bottom-0 z-10 border-t border-edge bg-page py-3',
        )}
      >
        <Button type="submit" variant={submitVariant} busy={isSending} busyLabel={busyLabel}>
          {submit}
        </Button>
        {aside}
        {isLong && form.hasEdits && <span className="text-sm text-muted">Not saved yet</span>}
      </div>
      {isLong && <LeaveGuard isAsking={() => form.hasEdits && !form.isLeavable()} />}
    </form>
  )
}

/** Orders failures as their fields stand on the page; those of fields that are not drawn are last. */
function byPlace(one: FieldFailure, other: FieldFailure): number {
  const [first, second] = [one, other].map(({ fieldId }) => document.getElementById(fieldId))
  if (!first || !second) return Number(!first) - Number(!second)
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}

/** What somebody else saved while this person was editing. The next attempt saves over it. */
function Conflicts<Name extends string>({
  form: { conflicts, takeTheirs },
}: {
  form: OfficeForm<Name>
}) {
  if (!conflicts) return null
  return (
    <Notice
      tone="warning"
      announce="alert"
      title="Somebody else changed this while you were editing"
    >
      {conflicts.length === 0 ? (
        <p>Their changes are in the form now, beside yours. Save again to store both.</p>
      ) : (
        <>
          <p>You both changed what follows. Saving again stores your version.</p>
          <ul className="mt-2 flex flex-col gap-2">
            {conflicts.map(({ name, label, theirs, mine }) => (
              <li key={name}>
                <strong>{label}</strong>: they saved{' '}
                <span className="break-words whitespace-pre-line">“{theirs}”</span>, you have{' '}
                <span className="break-words whitespace-pre-line">“{mine}”</span>.{' '}
                <Button variant="quiet" onClick={() => takeTheirs(name)}>
                  Take theirs
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}

interface FieldProps<Name extends string> {
  form: OfficeForm<Name>
  name: NoInfer<Name>
  label: ReactNode
  hint?: ReactNode
  mark?: ReactNode
}

export function TextField<Name extends string>({
  form,
  name,
  label,
  hint,
  mark,
  ...rest
}: FieldProps<Name> & Omit<ComponentProps<'input'>, 'form' | 'name'>) {
  return (
    <Field id={form.idOf(name)} label={label} hint={hint} mark={mark} error={form.problemOf(name)}>
      <TextInput {...rest} {...form.control(name)} />
    </Field>
  )
}

/** A password, which can be shown: people who see what they type choose longer ones. */
export function PasswordField<Name extends string>({
  form,
  name,
  label,
  hint,
  mark,
  ...rest
}: FieldProps<Name> & Omit<ComponentProps<'input'>, 'form' | 'name' | 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <Field id={form.idOf(name)} label={label} hint={hint} mark={mark} error={form.problemOf(name)}>
      <span className="relative block">
        <TextInput
          {...rest}
          {...form.control(name)}
          type={isShown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
          className="pe-18"
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label="Show password"
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-1 end-1 rounded-sm px-3 text-sm font-semibold text-muted hover:bg-hover hover:text-text"
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </span>
    </Field>
  )
}

export function SelectField<Name extends string>({
  form,
  name,
  label,
  hint,
  mark,
  children,
  ...rest
}: FieldProps<Name> & Omit<ComponentProps<'select'>, 'form' | 'name'>) {
  return (
    <Field id={form.idOf(name)} label={label} hint={hint} mark={mark} error={form.problemOf(name)}>
      <SelectInput {...rest} {...form.control(name)}>
        {children}
      </SelectInput>
    </Field>
  )
}

interface ChoiceFieldProps<Name extends string> extends FieldProps<Name> {
  choices: readonly { value: string; name: string; summary: ReactNode; isDisabled?: boolean }[]
}

/** One of a few, each with a sentence: radio buttons in rows. */
export function ChoiceField<Name extends string>({
  form,
  name,
  label,
  choices,
}: ChoiceFieldProps<Name>) {
  const id = useId()
  return (
    <fieldset id={form.idOf(name)} tabIndex={-1} className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="divide-y divide-edge rounded-md border border-edge">
        {choices.map(({ value, name: choice, summary, isDisabled }) => (
          <label
            key={value}
            htmlFor={`${id}-${value}`}
            className={cx(
              'flex min-h-target items-start gap-3 px-3.5 py-2.5 first:rounded-t-md last:rounded-b-md has-checked:bg-hover',
              isDisabled && 'text-faint',
            )}
          >
            <input
              {...form.control(name)}
              id={`${id}-${value}`}
              type="radio"
              value={value}
              disabled={isDisabled}
              className="radio mt-1"
            />
            <span className="min-w-0">
              <span className="block text-sm font-semibold">{choice}</span>
              <span className={cx('block text-sm', !isDisabled && 'text-muted')}>{summary}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
