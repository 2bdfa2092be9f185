import type { Permission, Role } from '@foyer/domain'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../routing/paths.ts'
import { TabLinks } from '../../shared/tab-links.tsx'

interface SettingsTab {
  label: string
  link: (organizer: string) => LinkProps
  permission: Permission
}

/** The tabs of the settings. A new one is a line here, and a child of `settings` in the route table. */
const TABS: readonly SettingsTab[] = [
  { label: 'Look', link: paths.look, permission: 'settings.read' },
  { label: 'Address and mails', link: paths.address, permission: 'settings.read' },
  { label: 'Policies', link: paths.policies, permission: 'settings.read' },
  { label: 'Fees and taxes', link: paths.fees, permission: 'settings.read' },
  { label: 'Privacy', link: paths.privacy, permission: 'settings.read' },
  { label: 'Pages', link: paths.sitePages, permission: 'settings.read' },
]

/** The settings of an organizer: tabs above, and the screen of one of them. */
export function SettingsFrame({
  organizer: { slug, role },
  children,
}: {
  organizer: { slug: string; role: Role }
  children: ReactNode
}) {
  return (
    <>
      <div className="border-b border-edge">
        <div className="mx-auto max-w-page px-1 pt-3 sm:px-3 lg:px-7">
          <TabLinks
            label="Settings"
            role={role}
            tabs={TABS.map(({ link, ...tab }) => ({ ...tab, link: link(slug) }))}
          />
        </div>
      </div>
      {children}
    </>
  )
}
