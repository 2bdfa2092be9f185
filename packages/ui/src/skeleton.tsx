import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { useUiTexts } from './texts.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

interface SkeletonProps {
  /** The exact size and shape of the coming content: `h-7 w-40`, `aspect-3/4 rounded-lg` … */
  className: string
}

/** One block of a placeholder. Invisible for its first 200 ms, then pulses. */
export function Skeleton({ className }: SkeletonProps) {
  return (
    <span aria-hidden="true" className="block animate-late">
      <span className={cx('block animate-breathe bg-hover', roundness(className), className)} />
    </span>
  )
}

const roundness = (className: string) => (className.includes('rounded') ? '' : 'rounded-sm')

interface SkeletonGroupProps {
  /** Spoken once for the whole group; 'Loading' by default. */
  label?: string
  className?: string
  children: ReactNode
}

/** Marks a region as loading and announces it once for all its blocks. */
export function SkeletonGroup({ label, className, children }: SkeletonGroupProps) {
  const texts = useUiTexts()
  return (
    <div aria-busy="true" className={className}>
      <VisuallyHidden role="status">{label ?? texts.loading}</VisuallyHidden>
      {children}
    </div>
  )
}
