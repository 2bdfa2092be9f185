import type { ComponentProps } from 'react'

/** Heard, not seen. `as` is not offered: wrap it in the element you need. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className="sr-only" />
}
