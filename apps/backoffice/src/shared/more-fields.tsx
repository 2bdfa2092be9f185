import { Checkbox, controlFace, cx, Field, useFieldControl } from '@foyer/ui'
import type { ComponentProps, ReactNode } from 'react'
import type { OfficeForm } from './use-office-form.ts'

/** Fields of longer forms: texts of several lines, yes or no. */

interface FieldProps<Name extends string> {
  form: OfficeForm<Name>
  name: NoInfer<Name>
  label: ReactNode
  hint?: ReactNode
  mark?: ReactNode
}

function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  const wiring = useFieldControl()
  return (
    <textarea
      {...wiring}
      {...rest}
      className={cx(controlFace, 'field-sizing-content min-h-20 resize-y py-2', className)}
    />
  )
}

/** A text of several lines; it grows with what is typed. */
export function TextAreaField<Name extends string>({
  form,
  name,
  label,
  hint,
  mark,
  ...rest
}: FieldProps<Name> & Omit<ComponentProps<'textarea'>, 'form' | 'name'>) {
  return (
    <Field id={form.idOf(name)} label={label} hint={hint} mark={mark} error={form.problemOf(name)}>
      <TextArea {...rest} {...form.control(name)} />
    </Field>
  )
}

export function CheckField<Name extends string>({
  form,
  name,
  label,
  hint,
}: Omit<FieldProps<Name>, 'mark'>) {
  return (
    <Checkbox
      id={form.idOf(name)}
      label={label}
      hint={hint}
      error={form.problemOf(name)}
      {...form.control(name)}
    />
  )
}
