import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldControl } from './field.tsx'

/** The style of every one-line control. 17 px text keeps iOS from zooming in. */
export const controlFace =
  'w-full min-h-12 rounded-md border border-edge-strong bg-raised px-3.5 text-base text-text ' +
  'transition-colors placeholder:text-faint hover:border-muted focus-visible:outline-offset-0 ' +
  'focus-visible:border-focus aria-invalid:border-danger-text disabled:text-faint'

/** A text field inside a `Field`; takes the props of `<input>`, including `ref`. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  const wiring = useFieldControl()
  return <input type="text" {...wiring} {...rest} className={cx(controlFace, className)} />
}
