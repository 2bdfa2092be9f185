import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { cx } from './cx.ts'
import { iconButtonStyle } from './icon-button.tsx'
import { X } from './icons.ts'
import { useUiTexts } from './texts.tsx'

interface DialogProps {
  open: boolean
  /** Not called while `dismissable` is false. */
  onOpenChange?: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Buttons, the one that matters last; stacked on a phone. */
  actions?: ReactNode
  /** False while work is under way: no close button, and Escape and the backdrop do nothing. */
  dismissable?: boolean
  /** What takes the focus when it opens; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>
  className?: string
  children?: ReactNode
}

/** A modal question or answer. On a phone it rises from the window's end, under the thumb. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  actions,
  dismissable = true,
  initialFocus,
  className,
  children,
}: DialogProps) {
  const texts = useUiTexts()
  const handleOpenChange = (next: boolean) => {
    if (dismissable) onOpenChange?.(next)
  }
  return (
    <Base.Root open={open} onOpenChange={handleOpenChange} disablePointerDismissal={!dismissable}>
      <Base.Portal>
        <Base.Backdrop className="float-layer fixed inset-0 z-40 bg-black/60" />
        <Base.Viewport className="fixed inset-0 z-50 grid items-end justify-items-center overflow-y-auto sm:items-center sm:p-6">
          <Base.Popup
            data-from="below"
            initialFocus={initialFocus}
            className={cx(
              'float-layer relative w-full max-w-[30rem] rounded-t-lg bg-surface p-6 shadow-float sm:rounded-lg sm:p-8',
              'pb-[calc(1.5rem+env(safe-area-inset-bottom))] forced-colors:border',
              className,
            )}
          >
            <Base.Title className={cx('font-display text-lg font-bold', dismissable && 'pe-10')}>
              {title}
            </Base.Title>
            {description && (
              <Base.Description className="mt-2 text-muted">{description}</Base.Description>
            )}
            {children && <div className="mt-4">{children}</div>}
            {actions && (
              <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
                {actions}
              </div>
            )}
            {dismissable && (
              <Base.Close
                aria-label={texts.close}
                className={iconButtonStyle('absolute end-3 top-4 sm:top-6')}
              >
                <X aria-hidden="true" className="size-5" />
              </Base.Close>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
