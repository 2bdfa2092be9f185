import { cx } from '@foyer/ui'
import type { Target } from '../routing/address.ts'
import { useLocation } from '../routing/hooks.ts'
import { Link } from '../routing/link.tsx'
import { paths } from '../routing/paths.ts'

export interface NavItem {
  label: string
  link: Target
  isActive: (pathname: string) => boolean
}

/** The links of a tenant's shop. */
export const NAV_ITEMS: readonly NavItem[] = [
  {
    label: 'Events',
    link: paths.eventList(),
    isActive: (pathname) => /^\/(events(-api)?(\/.*)?)?$/.test(pathname),
  },
  {
    label: 'Manage Orders',
    link: paths.manageOrders(),
    isActive: (pathname) => pathname.startsWith('/manage-order'),
  },
]

interface NavLinksProps {
  items: readonly NavItem[]
  className?: string
  itemClassName: string
  onChoose?: () => void
}

/** The site's links, both in the header and in the mobile menu. */
export function NavLinks({ items, className, itemClassName, onChoose }: NavLinksProps) {
  const { path } = useLocation()
  return (
    <ul className={className}>
      {items.map(({ label, link, isActive }) => (
        <li key={label}>
          <Link
            {...link}
            onClick={onChoose}
            aria-current={isActive(path) ? 'page' : undefined}
            className={cx(itemClassName, isActive(path) ? 'nav-current text-text' : 'text-muted')}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
