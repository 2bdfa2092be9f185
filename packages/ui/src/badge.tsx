import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

const byTone: Record<Tone, string> = {
  neutral: 'bg-hover text-text',
  info: 'bg-hover text-text',
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
}

interface BadgeProps extends ComponentProps<'span'> {
  tone?: Tone
}

/** One or two words about the thing beside it. Not for numbers that change, not for actions. */
export function Badge({ tone = 'neutral', className, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={cx(
        'inline-flex items-center gap-1.5 rounded-sm px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        'forced-colors:border',
        byTone[tone],
        className,
      )}
    />
  )
}
