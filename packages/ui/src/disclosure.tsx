import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { ChevronDown } from './icons.ts'

interface DisclosureProps extends ComponentProps<'details'> {
  summary: ReactNode
  /** Shown at the end of the summary line, e.g. the total. */
  aside?: ReactNode
}

/** A native `<details>`: it works without scripts and opens on find-in-page. */
export function Disclosure({ summary, aside, className, children, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className={cx('disclosure', className)}>
      <summary className="flex min-h-target list-none items-center gap-2 rounded-sm py-2 font-semibold">
        <span className="min-w-0">{summary}</span>
        <ChevronDown
          aria-hidden="true"
          className="disclosure-arrow size-5 shrink-0 text-muted transition-[rotate]"
        />
        {aside && <span className="ms-auto">{aside}</span>}
      </summary>
      {children}
    </details>
  )
}
