import type { ComponentProps } from 'react'

/** For screen readers only. It has no `as`: wrap it in the element you need. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className="sr-only" />
}
