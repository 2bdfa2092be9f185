import { ChoiceMenu, Drawer, IconButton } from '@foyer/ui'
import { Menu, Monitor, Moon, Sun } from '@foyer/ui/icons'
import { type ReactNode, useState } from 'react'
import type { Target } from '../routing/address.ts'
import { Link } from '../routing/link.tsx'
import { BrandName } from './brand-name.tsx'
import { type NavItem, NavLinks } from './nav.tsx'
import { chooseTheme, useThemeChoice } from './theme.ts'

interface SiteHeaderProps {
  /** Where the name leads. */
  home: Target
  items: readonly NavItem[]
  /** Shown before the links. */
  children?: ReactNode
}

/** Not sticky, so that it never hides the focused element. */
export function SiteHeader({ home, items, children }: SiteHeaderProps) {
  return (
    <header data-print="hide" className="site-header">
      <div className="mx-auto flex h-16 max-w-page items-center px-4 sm:gap-2 sm:px-6 lg:h-20">
        <Link
          {...home}
          className="me-auto flex min-h-target min-w-0 items-center overflow-hidden rounded-md pe-2 font-display text-lg font-bold"
        >
          <BrandName />
        </Link>
        {children}
        <nav aria-label="Main" className="hidden sm:block">
          <NavLinks
            items={items}
            className="flex gap-1"
            itemClassName="nav-link inline-flex min-h-target items-center px-3 text-sm font-semibold transition-colors hover:text-text"
          />
        </nav>
        <ThemeMenu />
        <MobileMenu items={items} />
      </div>
    </header>
  )
}

/** The mobile menu, which slides in from the right and closes when a link is chosen. */
function MobileMenu({ items }: Pick<SiteHeaderProps, 'items'>) {
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
            items={items}
            itemClassName="flex min-h-14 items-center rounded-md px-3 font-display text-lg font-bold transition-colors hover:bg-hover"
            onChoose={close}
          />
        </nav>
      </Drawer>
    </>
  )
}

const CHOICES = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" className="size-4" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" className="size-4" /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" className="size-4" /> },
] as const

/** The choice between light, dark and the device's own theme. */
function ThemeMenu() {
  const choice = useThemeChoice()
  return (
    <ChoiceMenu
      label="Theme"
      icon={
        <>
          {/* The markup has both icons, since the server does not know the theme. */}
          <Moon aria-hidden="true" className="size-5 light:hidden" />
          <Sun aria-hidden="true" className="size-5 dark:hidden" />
        </>
      }
      value={choice}
      onChange={chooseTheme}
      choices={CHOICES}
    />
  )
}
