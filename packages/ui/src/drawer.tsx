import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { iconButtonStyle } from './icon-button.tsx'
import { X } from './icons.ts'
import { useUiTexts } from './texts.tsx'

interface DrawerProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
}

/**
 * The slide-out menu at the window's right side: the browser's own modal dialog, which keeps the
 * focus in and gives it back.
 */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
  const texts = useUiTexts()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  // What is drawn of the dialog lies on the box inside it: a press on itself is one beside it.
  const closeFromBeside = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, by the browser
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={closeFromBeside}
      className="drawer bg-surface text-text shadow-float forced-colors:border"
    >
      <div className="min-h-full p-4">
        <div className="mb-4 flex items-center justify-between gap-4 ps-3">
          <h2 id={titleId} className="font-display text-lg font-bold">
            {title}
          </h2>
          <button
            type="button"
            aria-label={texts.close}
            onClick={onClose}
            className={iconButtonStyle()}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
