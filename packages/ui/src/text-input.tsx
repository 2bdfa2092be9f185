import type { ComponentProps } from 'react'
import { controlFace } from './control-face.ts'
import { cx } from './cx.ts'
import { useFieldControl } from './field.tsx'

/** A text field inside a `Field`; takes the props of `<input>`, including `ref`. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  const wiring = useFieldControl()
  return <input type="text" {...wiring} {...rest} className={cx(controlFace, className)} />
}
