import { Link } from '../routing/link.tsx'
import { useApp } from '../shared/app-context.tsx'
import { BrandName } from '../shell/brand-name.tsx'
import type { NavItem } from '../shell/nav.tsx'
import { SiteHeader } from '../shell/site-header.tsx'
import { platformPaths } from './platform-paths.ts'

/** The pages that header and footer lead to. */
const LINKS: readonly NavItem[] = [
  { label: 'About Foyer', link: platformPaths.landing(), isActive: (path) => path === '/landing' },
  {
    label: 'Documentation',
    link: platformPaths.guides(),
    isActive: (path) => path.startsWith('/documentation'),
  },
  { label: 'Status', link: platformPaths.status(), isActive: (path) => path === '/status' },
]

export const PlatformHeader = () => <SiteHeader home={platformPaths.landing()} items={LINKS} />

const FOOTER = [
  { label: 'About Foyer', link: platformPaths.landing() },
  { label: 'Documentation', link: platformPaths.guides() },
  { label: 'Status', link: platformPaths.status() },
  { label: 'Privacy Policy', link: platformPaths.privacy() },
  { label: 'Terms of Service', link: platformPaths.terms() },
]

export function PlatformFooter() {
  const { tenant } = useApp()
  return (
    <footer data-print="hide" className="mt-24 border-t border-edge bg-surface lg:mt-32">
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-4 py-12 sm:px-6 md:grid-cols-[1fr_auto] md:items-end">
        <div>
          <BrandName className="font-display text-lg font-bold" />
          <p className="mt-3 text-sm text-muted" suppressHydrationWarning>
            {tenant.tagline} · © {new Date().getFullYear()} {tenant.name}
          </p>
        </div>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6 text-sm text-muted">
            {FOOTER.map(({ label, link }) => (
              <li key={label}>
                <Link
                  {...link}
                  className="inline-flex min-h-target items-center underline-offset-4 hover:text-text hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
