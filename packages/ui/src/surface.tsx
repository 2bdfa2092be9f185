import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

interface SurfaceProps extends ComponentProps<'div'> {
  /**
   * `plain` is a step of the background colour; `outlined` has only an edge, for lists of equals.
   */
  kind?: 'plain' | 'outlined'
}

/** A plain area that groups what belongs together. Never nest surfaces. */
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
