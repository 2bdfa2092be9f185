import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name, since an icon has none. */
  label: string
  children: ReactNode
}

/** A 44 px square with one icon. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} aria-label={label} className={iconButtonStyle(className)}>
      {children}
    </button>
  )
}

/** The looks of an icon button, for triggers and links with an element of their own. */
export function iconButtonStyle(className?: string): string {
  return cx(
    'inline-flex size-target shrink-0 items-center justify-center rounded-full text-muted',
    'transition-colors hover:bg-hover hover:text-text disabled:text-faint aria-disabled:text-faint',
    'disabled:cursor-not-allowed disabled:hover:bg-transparent aria-disabled:hover:bg-transparent',
    className,
  )
}
