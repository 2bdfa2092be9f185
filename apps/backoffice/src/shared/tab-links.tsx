import { may, type Permission, type Role } from '@foyer/domain'
import { Link, type LinkProps } from '@tanstack/react-router'

/** A part of a screen with an address of its own. */
export interface TabLink {
  label: string
  link: LinkProps
  permission: Permission
}

/** The parts of a screen as links in a row, those that the person's role may open. */
export function TabLinks({
  label,
  role,
  tabs,
}: {
  label: string
  role: Role
  tabs: readonly TabLink[]
}) {
  return (
    <nav aria-label={label} className="-mb-px overflow-x-auto">
      <ul className="flex gap-1">
        {tabs
          .filter(({ permission }) => may(role, permission))
          .map(({ label: name, link }) => (
            <li key={name}>
              <Link
                {...link}
                activeOptions={{ exact: false, includeSearch: false }}
                className="tab-link flex min-h-target items-center px-3 text-sm whitespace-nowrap text-muted transition-colors hover:text-text"
              >
                {name}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
