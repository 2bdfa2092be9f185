import { cx } from './cx.ts'
import { useUiTexts } from './texts.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

interface SpinnerProps {
  className?: string
  /** Spoken text; omit it if the control itself announces that it is busy. */
  label?: string | true
}

/** Appears after 200 ms, so that quick actions show nothing. */
export function Spinner({ className, label }: SpinnerProps) {
  const texts = useUiTexts()
  return (
    <span className={cx('inline-block animate-late', className ?? 'size-5')}>
      <svg viewBox="0 0 20 20" fill="none" aria-hidden="true" className="size-full animate-spin">
        <circle cx="10" cy="10" r="8" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
        <path
          d="M10 2a8 8 0 0 1 8 8"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      {label && <VisuallyHidden>{label === true ? texts.loading : label}</VisuallyHidden>}
    </span>
  )
}
