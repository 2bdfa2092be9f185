import { type ReactNode, useId } from 'react'
import { iconButtonStyle } from './icon-button.tsx'
import { X } from './icons.ts'
import { Modal } from './modal.tsx'
import { useUiTexts } from './texts.tsx'

interface DrawerProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
}

/** The slide-out menu at the window's right side. */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
  const texts = useUiTexts()
  const titleId = useId()
  return (
    <Modal open={open} onClose={onClose} labelledBy={titleId} className="drawer">
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
    </Modal>
  )
}
