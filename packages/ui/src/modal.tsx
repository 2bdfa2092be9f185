import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

interface ModalProps {
  open: boolean
  /** Escape, a press beside it, the phone's back gesture. Not called unless `dismissable`. */
  onClose: () => void
  dismissable?: boolean
  /** Ids of what names and of what describes it. */
  labelledBy: string
  describedBy?: string | undefined
  className: string
  /** One element that fills the window: a press on the window itself is one beside it. */
  children: ReactNode
}

/**
 * The browser's own modal dialog: it keeps the focus in, gives it back when it closes, and is above
 * everything. Keep it mounted while it is closed, or it can neither fade out nor give the focus back.
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
    // A second Escape closes it whatever we say, where the browser knows no `closedby`.
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
