import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger'
export type ButtonSize = 'md' | 'lg'

const shared =
  'relative inline-flex items-center justify-center gap-2 rounded-md font-semibold text-center ' +
  'no-underline select-none transition-[background-color,border-color,color,translate] ' +
  'active:translate-y-px aria-disabled:cursor-not-allowed aria-disabled:active:translate-y-0 ' +
  'aria-busy:cursor-progress forced-colors:border forced-colors:border-[ButtonText]'

/**
 * All disabled buttons look the same; a busy button keeps its colour, since its action is running.
 */
const filled =
  'not-aria-busy:aria-disabled:bg-hover not-aria-busy:aria-disabled:text-muted ' +
  'not-aria-busy:aria-disabled:hover:bg-hover'
const hollow =
  'not-aria-busy:aria-disabled:text-faint not-aria-busy:aria-disabled:border-edge ' +
  'not-aria-busy:aria-disabled:bg-transparent'

const byVariant: Record<ButtonVariant, string> = {
  primary: cx('bg-accent text-accent-ink hover:bg-accent-hover', filled),
  quiet: cx(
    'border border-edge bg-raised text-text hover:border-edge-strong hover:bg-hover',
    hollow,
  ),
  ghost: cx('text-text hover:bg-hover', hollow),
  danger: cx('bg-danger text-danger-ink hover:brightness-110', filled),
}

const bySize: Record<ButtonSize, string> = {
  md: 'min-h-target px-5 py-2 text-sm',
  lg: 'min-h-14 px-7 py-3 text-base',
}

/** The looks of a button, for a router's link: `<Link className={buttonStyle('primary')} …>`. */
export function buttonStyle(
  variant: ButtonVariant = 'quiet',
  size: ButtonSize = 'md',
  className?: string,
): string {
  return cx(shared, byVariant[variant], bySize[size], className)
}
