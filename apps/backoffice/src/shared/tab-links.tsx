import { may, type Permission, type Role } from '@foyer/domain'
import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

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
  const router = useRouter()
  const nav = useRef<HTMLElement>(null)
  // On a phone the row is wider than the screen; the part that is shown has its link in sight.
  useEffect(() => {
    const show = () =>
      nav.current
        ?.querySelector('[aria-current="page"]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    return router.subscribe('onRendered', show)
  }, [router])
  return (
    <nav ref={nav} aria-label={label} className="-mb-px overflow-x-auto">
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
