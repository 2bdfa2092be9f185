import { IconButton } from '@foyer/ui'
import { Menu } from '@foyer/ui/icons'
import { lazy, Suspense, useState } from 'react'
import { NavLinks } from './nav.tsx'

const loadDrawer = () => import('@foyer/ui/drawer')
const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }))

/** The small screen's menu, sliding in from the right. Closes when a link is chosen. */
export function MobileMenu() {
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <IconButton
        label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
        onPointerEnter={loadDrawer}
        onFocus={loadDrawer}
        className="-me-2 sm:hidden"
      >
        <Menu aria-hidden="true" className="size-5" />
      </IconButton>
      {isWanted && (
        <Suspense fallback={null}>
          <Drawer open={isOpen} onOpenChange={setOpen} title="Menu">
            <nav aria-label="Main">
              <NavLinks
                itemClassName="flex min-h-14 items-center rounded-md px-3 font-display text-lg font-bold transition-colors hover:bg-hover"
                onChoose={() => setOpen(false)}
              />
            </nav>
          </Drawer>
        </Suspense>
      )}
    </>
  )
}
