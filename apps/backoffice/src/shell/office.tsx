import { may, type Permission, type Role } from '@foyer/domain'
import { Drawer, IconButton } from '@foyer/ui'
import {
  ArrowDownUp,
  House,
  Landmark,
  MapPin,
  Menu as MenuIcon,
  Receipt,
  ScrollText,
  SlidersHorizontal,
  Ticket,
  TicketPercent,
  Users,
} from '@foyer/ui/icons'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { paths } from '../routing/paths.ts'
import { showHue } from './theme.ts'
import { AccountMenu, OrganizerMenu } from './user-menus.tsx'

/** What the shell knows of the organizer; null on the screens of the person alone. */
interface ShownOrganizer {
  slug: string
  name: string
  hue: number
  role: Role
}

interface NavEntry {
  label: string
  icon: typeof House
  link: (organizer: string) => LinkProps
  permission: Permission
  isExact?: boolean
}

/** The screens of an organizer, in the order of a day's work. A new screen is a line here. */
const ENTRIES: readonly NavEntry[] = [
  { label: 'Home', icon: House, link: paths.home, permission: 'organizer.open', isExact: true },
  { label: 'Orders', icon: Receipt, link: paths.orders, permission: 'orders.read' },
  { label: 'Events', icon: Ticket, link: paths.events, permission: 'catalog.read' },
  { label: 'Venues', icon: MapPin, link: paths.venues, permission: 'catalog.read' },
  { label: 'Coupons', icon: TicketPercent, link: paths.coupons, permission: 'coupons.read' },
  { label: 'Money', icon: Landmark, link: paths.money, permission: 'money.read' },
  {
    label: 'Import and export',
    icon: ArrowDownUp,
    link: paths.importExport,
    permission: 'catalog.read',
  },
  {
    label: 'Settings',
    icon: SlidersHorizontal,
    link: paths.settings,
    permission: 'settings.read',
  },
  { label: 'Team', icon: Users, link: paths.team, permission: 'team.read' },
  { label: 'Audit log', icon: ScrollText, link: paths.auditLog, permission: 'audit.read' },
]

/** Navigation at the left and the screen beside it; on a phone a bar with a menu. */
export function Office({
  organizer,
  guide,
  children,
}: {
  organizer: ShownOrganizer | null
  /** What to do next, while a shop is set up. */
  guide?: ReactNode
  children: ReactNode
}) {
  const hue = organizer?.hue
  useEffect(() => {
    showHue(hue)
    return () => showHue()
  }, [hue])
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <Bar organizer={organizer} />
      <aside className="corridor relative z-10 hidden lg:block">
        <div className="sticky top-0 flex h-dvh flex-col py-3">
          <div className="px-3">
            <OrganizerMenu current={organizer?.slug ?? null} />
          </div>
          <div className="flex-1 overflow-y-auto pt-5 ps-3">
            {organizer && <Nav organizer={organizer} />}
          </div>
          {guide && <div className="px-3 pb-3">{guide}</div>}
          <div className="px-3">
            <AccountMenu />
          </div>
        </div>
      </aside>
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        {guide && <div className="mx-4 mt-4 sm:mx-6 lg:hidden">{guide}</div>}
        {children}
      </main>
    </div>
  )
}

function Nav({ organizer, onChoose }: { organizer: ShownOrganizer; onChoose?: () => void }) {
  return (
    <nav aria-label={organizer.name}>
      <ul className="flex flex-col gap-1">
        {ENTRIES.filter(({ permission }) => may(organizer.role, permission)).map(
          ({ label, icon: Icon, link, isExact }) => (
            <li key={label}>
              <Link
                {...link(organizer.slug)}
                activeOptions={{ exact: isExact ?? false, includeSearch: false }}
                onClick={onChoose}
                className="corridor-link flex min-h-target items-center gap-3 px-3 text-sm text-muted transition-colors hover:text-text"
              >
                <Icon aria-hidden="true" className="size-4.5 shrink-0" />
                {label}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}

/** The bar of a narrow window. Not sticky, so that it never hides the focused element. */
function Bar({ organizer }: { organizer: ShownOrganizer | null }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <header className="corridor relative z-10 flex items-center gap-2 px-3 py-2 lg:hidden">
      <div className="me-auto min-w-0 max-w-72 grow">
        <OrganizerMenu current={organizer?.slug ?? null} />
      </div>
      <AccountMenu isCompact />
      {organizer && (
        <>
          <IconButton
            label="Menu"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(true)}
          >
            <MenuIcon aria-hidden="true" className="size-5" />
          </IconButton>
          <Drawer open={isOpen} onClose={close} title="Menu">
            <Nav organizer={organizer} onChoose={close} />
          </Drawer>
        </>
      )}
    </header>
  )
}
