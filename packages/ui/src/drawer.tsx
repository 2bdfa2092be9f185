import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { iconButtonStyle } from './icon-button.tsx'
import { X } from './icons.ts'
import { useUiTexts } from './texts.tsx'

interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  children: ReactNode
}

/**
 * The slide-out menu at the window's right side. Built on the dialog's parts, not on Base UI's
 * drawer: it shares the dialog's chunk, and a menu needs no swipe physics.
 */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  const texts = useUiTexts()
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="float-layer fixed inset-0 z-40 bg-black/60" />
        <Base.Popup
          data-from="end"
          className="float-layer fixed inset-y-0 end-0 z-50 flex w-[min(20rem,85vw)] flex-col overflow-y-auto bg-surface p-4 shadow-float forced-colors:border"
        >
          <div className="mb-4 flex items-center justify-between gap-4 ps-3">
            <Base.Title className="font-display text-lg font-bold">{title}</Base.Title>
            <Base.Close aria-label={texts.close} className={iconButtonStyle()}>
              <X aria-hidden="true" className="size-5" />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
