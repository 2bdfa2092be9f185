import { cx } from '@foyer/ui'
import { Link, useRouterState } from '@tanstack/react-router'
import { paths } from '../../paths.ts'

interface NavItem {
  label: string
  link: ReturnType<typeof paths.eventList> | ReturnType<typeof paths.manageOrders>
  isActive: (pathname: string) => boolean
}

export const NAV_ITEMS: readonly NavItem[] = [
  {
    label: 'Events',
    link: paths.eventList(),
    isActive: (pathname) => pathname === '/' || /^\/events-api(\/|$)/.test(pathname),
  },
  {
    label: 'Manage Orders',
    link: paths.manageOrders(),
    isActive: (pathname) => pathname.startsWith('/manage-order'),
  },
]

interface NavLinksProps {
  className?: string
  itemClassName: string
  onChoose?: () => void
}

/** The site's links, in the header's row and in the small screen's menu alike. */
export function NavLinks({ className, itemClassName, onChoose }: NavLinksProps) {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <ul className={className}>
      {NAV_ITEMS.map(({ label, link, isActive }) => (
        <li key={label}>
          <Link
            {...link}
            onClick={onChoose}
            aria-current={isActive(pathname) ? 'page' : undefined}
            className={cx(
              itemClassName,
              isActive(pathname) ? 'nav-current text-text' : 'text-muted',
            )}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
