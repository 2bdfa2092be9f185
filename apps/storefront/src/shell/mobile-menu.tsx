import { Drawer, IconButton } from '@foyer/ui'
import { Menu } from '@foyer/ui/icons'
import { useState } from 'react'
import { NavLinks } from './nav.tsx'

/** The small screen's menu, sliding in from the right. Closes when a link is chosen. */
export function MobileMenu() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className="-me-2 sm:hidden"
      >
        <Menu aria-hidden="true" className="size-5" />
      </IconButton>
      <Drawer open={isOpen} onClose={close} title="Menu">
        <nav aria-label="Main">
          <NavLinks
            itemClassName="flex min-h-14 items-center rounded-md px-3 font-display text-lg font-bold transition-colors hover:bg-hover"
            onChoose={close}
          />
        </nav>
      </Drawer>
    </>
  )
}
