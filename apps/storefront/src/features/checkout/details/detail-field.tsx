import { Field, TextInput } from '@foyer/ui'
import type { ReactNode } from 'react'
import { type DetailField, fieldIdOf } from './details.ts'
import type { DetailsForm } from './use-details-form.ts'

interface DetailInputProps {
  field: DetailField
  form: DetailsForm
  /** A payment is under way: the values it was started with stay in sight, unchanged. */
  isLocked: boolean
  suggestion?: ReactNode
  onLeave?: () => void
}

export function DetailInput({ field, form, isLocked, suggestion, onLeave }: DetailInputProps) {
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
