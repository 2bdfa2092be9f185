import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

interface ModalProps {
  open: boolean
  /** Escape, a press beside it, or the phone's back gesture. Not called unless `dismissable`. */
  onClose: () => void
  dismissable?: boolean
  /** Ids of the elements that name and describe it. */
  labelledBy: string
  describedBy?: string | undefined
  className: string
  /**
   * One element fills the window, so a press on the element itself is a press beside its content.
   */
  children: ReactNode
}

/**
 * The browser's own modal dialog: it keeps the focus inside, returns it on closing, and is above
 * everything. Keep it mounted while closed, else it can neither fade out nor return the focus.
 */
export function Modal({
  open,
  onClose,
  dismissable = true,
  labelledBy,
  describedBy,
  className,
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  const handleClose = () => {
    if (dismissable) onClose()
    // Browsers without `closedby` close it on a second Escape in any case.
    else if (open) dialog.current?.showModal()
  }
  const closeFromBeside = ({ target, currentTarget }: MouseEvent) => {
    if (dismissable && target === currentTarget) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, by the browser
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      closedby={dismissable ? 'closerequest' : 'none'}
      onCancel={(event) => !dismissable && event.preventDefault()}
      onClose={handleClose}
      onClick={closeFromBeside}
      className={cx(
        'modal bg-surface text-base font-normal text-text shadow-float forced-colors:border',
        className,
      )}
    >
      {children}
    </dialog>
  )
}
