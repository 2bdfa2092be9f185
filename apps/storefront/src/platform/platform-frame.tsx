import { useApp } from '../shared/app-context.tsx'
import { BrandName } from '../shell/brand-name.tsx'
import type { NavItem } from '../shell/nav.tsx'
import { SiteHeader } from '../shell/site-header.tsx'
import { platformPaths } from './platform-paths.ts'

/** The pages that header and footer lead to. */
const LINKS: readonly NavItem[] = [
  { label: 'About Foyer', link: platformPaths.landing(), isActive: (path) => path === '/landing' },
]

export const PlatformHeader = () => <SiteHeader home={platformPaths.landing()} items={LINKS} />

export function PlatformFooter() {
  const { tenant } = useApp()
  return (
    <footer data-print="hide" className="mt-24 border-t border-edge bg-surface lg:mt-32">
      <div className="mx-auto max-w-page px-4 py-12 sm:px-6">
        <BrandName className="font-display text-lg font-bold" />
        <p className="mt-3 text-sm text-muted" suppressHydrationWarning>
          {tenant.tagline}. © {new Date().getFullYear()} {tenant.name}.
        </p>
      </div>
    </footer>
  )
}
