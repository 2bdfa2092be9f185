import { Link } from '../routing/link.tsx'
import { paths } from '../routing/paths.ts'
import { BrandName } from './brand-name.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { NavLinks } from './nav.tsx'
import { ThemeMenu } from './theme-menu.tsx'

/** Not sticky: nothing that takes the focus can hide below it. */
export function SiteHeader() {
  return (
    <header data-print="hide" className="site-header">
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-4 sm:px-6 lg:h-20">
        <Link
          {...paths.eventList()}
          className="me-auto flex min-h-target min-w-0 items-center rounded-md pe-2 font-display text-lg font-bold"
        >
          <BrandName />
        </Link>
        <nav aria-label="Main" className="hidden sm:block">
          <NavLinks
            className="flex gap-1"
            itemClassName="nav-link inline-flex min-h-target items-center px-3 text-sm font-semibold transition-colors hover:text-text"
          />
        </nav>
        <ThemeMenu />
        <MobileMenu />
      </div>
    </header>
  )
}
