import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'
import { cx } from './cx.ts'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** `primary` is the accent: at most one on a screen. */
  variant?: ButtonVariant
  size?: ButtonSize
  /** The action is running: clicks do nothing, the focus stays, the width does not change. */
  busy?: boolean
  /** Replaces the label while busy, e.g. 'Processing...'. */
  busyLabel?: ReactNode
  disabled?: boolean
  /** Why the button is disabled; spoken with it. */
  disabledReason?: string
}

/**
 * A button that never leaves the tab order: busy and disabled are `aria-disabled`, so that the
 * focus is not lost and the reason can be heard.
 */
export function Button({
  variant = 'quiet',
  size = 'md',
  busy = false,
  busyLabel,
  disabled = false,
  disabledReason,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const blocked = busy || disabled || disabledReason !== undefined
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <>
      <button
        {...rest}
        type={type}
        className={cx(buttonStyle(variant, size), className)}
        onClick={handleClick}
        aria-busy={busy || undefined}
        aria-disabled={blocked || undefined}
        aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
        title={disabledReason ?? rest.title}
      >
        <ButtonLabel busy={busy} busyLabel={busyLabel}>
          {children}
        </ButtonLabel>
        {busy && <BusyLine />}
      </button>
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  )
}

interface ButtonLabelProps {
  busy: boolean
  busyLabel: ReactNode
  children: ReactNode
}

/** Both labels share one grid cell, so the button always has the width of the wider one. */
function ButtonLabel({ busy, busyLabel, children }: ButtonLabelProps) {
  const hasBusyLabel = busyLabel !== undefined
  const line = 'col-start-1 row-start-1 inline-flex items-center gap-2'
  return (
    <span className="grid place-items-center">
      <span className={cx(line, busy && hasBusyLabel && 'invisible')}>{children}</span>
      {hasBusyLabel && <span className={cx(line, !busy && 'invisible')}>{busyLabel}</span>}
    </span>
  )
}

/** A light runs along the button's lower edge while it is busy; the label stays in position. */
function BusyLine() {
  return (
    <span
      aria-hidden="true"
      className="absolute inset-x-2 bottom-1.5 h-0.5 animate-late overflow-hidden rounded-full"
    >
      <span className="block h-full w-2/5 animate-sweep rounded-full bg-current" />
    </span>
  )
}
