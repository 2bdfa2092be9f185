import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

interface ModalProps {
  open: boolean
  /** Escape, a press beside it, or the phone's back gesture. Not called unless `dismissable`. */
  onClose: () => void
  dismissable?: boolean
  /**
   * True while something outside of it must be reachable, as when a bank asks the payer: the payment
   * provider's window is part of the page, and the page behind a modal window is inert.
   */
  yields?: boolean
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
  yields = false,
  labelledBy,
  describedBy,
  className,
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  /** It was closed only to be opened in the other way: its close event is still to come. */
  const isReopened = useRef(false)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (element.open) {
      isReopened.current = open
      element.close()
    }
    // While it fades out it is still drawn, but can be neither pressed nor read: the next one may be
    // open already. Only once it is closed, because a hidden element must not have the focus.
    element.inert = !open
    element.ariaHidden = open ? null : 'true'
    if (!open) return
    if (yields) element.show()
    else element.showModal()
  }, [open, yields])
  const handleClose = () => {
    if (isReopened.current) {
      isReopened.current = false
      return
    }
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
