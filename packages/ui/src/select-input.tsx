import type { ComponentProps } from 'react'
import { controlFace } from './control-face.ts'
import { cx } from './cx.ts'
import { useFieldControl } from './field.tsx'
import { ChevronDown } from './icons.ts'

/**
 * A native select with our styling while closed: the platform's list is the best one on a phone.
 */
export function SelectInput({ className, children, ...rest }: ComponentProps<'select'>) {
  const wiring = useFieldControl()
  return (
    <span className={cx('relative block', className)}>
      <select
        {...wiring}
        {...rest}
        className={cx(controlFace, 'appearance-none pe-11 *:bg-raised *:text-text')}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute end-3.5 top-1/2 size-5 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
