import { Field, TextInput } from '@foyer/ui'
import { useEffect, useRef } from 'react'

interface DateFieldProps {
  label: string
  /** YYYY-MM-DD, or empty. */
  value: string
  min?: string | undefined
  onChange: (value: string) => void
}

/** While a year is typed it passes through 0002, 0020 and 0202. */
const EARLIEST = '2000'

/** A day to filter by. The field is the browser's own: set anew while typing, it would lose its place. */
export function DateField({ label, value, min, onChange }: DateFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value
  }, [value])
  return (
    <Field label={label}>
      <TextInput
        ref={field}
        type="date"
        defaultValue={value}
        min={min}
        onChange={({ currentTarget: { value: given } }) => {
          if (given === '' || given >= EARLIEST) onChange(given)
        }}
        // Its own button has the focus inside of it, which the field does not show by itself.
        className="px-2.5 focus-within:outline-3 focus-within:outline-focus sm:px-3.5"
      />
    </Field>
  )
}
