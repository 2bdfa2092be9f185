import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

interface SurfaceProps extends ComponentProps<'div'> {
  /** `plain` is a step of the same ink; `outlined` is an edge alone, for lists of equals. */
  kind?: 'plain' | 'outlined'
}

/** A quiet plane that groups what belongs together. Never a surface on a surface. */
export function Surface({ kind = 'plain', className, ...rest }: SurfaceProps) {
  return (
    <div
      {...rest}
      className={cx(
        'rounded-lg p-5 sm:p-6 forced-colors:border',
        kind === 'plain' ? 'bg-surface' : 'border border-edge',
        className,
      )}
    />
  )
}
