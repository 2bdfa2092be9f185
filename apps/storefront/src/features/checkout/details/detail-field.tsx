import { Field, TextInput } from '@foyer/ui'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type DetailField, type Details, fieldIdOf } from './details.ts'

interface DetailFieldProps {
  field: DetailField
  form: UseFormReturn<Details>
  /** A payment is under way: the values it was started with stay in sight, unchanged. */
  isLocked: boolean
  suggestion?: ReactNode
  onBlur?: () => void
}

export function DetailInput({ field, form, isLocked, suggestion, onBlur }: DetailFieldProps) {
  const { name, label, hint, isHalf, ...input } = field
  return (
    <Field
      id={fieldIdOf(name)}
      label={label}
      hint={hint}
      error={form.formState.errors[name]?.message}
      suggestion={suggestion}
      className={isHalf ? 'sm:col-span-1' : 'sm:col-span-2'}
    >
      <TextInput
        {...input}
        {...form.register(name, onBlur ? { onBlur } : {})}
        required
        readOnly={isLocked}
        spellCheck={false}
      />
    </Field>
  )
}
