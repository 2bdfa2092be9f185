import { buttonStyle } from '@foyer/ui'
import { Link } from '../routing/link.tsx'
import { Art } from '../shared/page/art.tsx'
import { PageHead } from '../shared/page/page-head.tsx'
import { platformPaths } from './platform-paths.ts'

/** The screen for an unknown address of the platform, such as a guide that was renamed. */
export function NoPage() {
  return (
    <div className="mx-auto grid max-w-page items-center gap-x-16 gap-y-10 px-4 pt-6 sm:px-6 md:grid-cols-[1fr_minmax(0,20rem)] md:pt-16">
      <PageHead title="404 Page Not Found" isUnlisted />
      <div>
        <h1 className="font-display text-display font-bold">404 Page Not Found</h1>
        <p className="mt-5 max-w-prose text-base text-muted">
          There is no page at this address. If a link brought you here, it may be out of date.
        </p>
        <Link {...platformPaths.landing()} className={buttonStyle('primary', 'lg', 'mt-8')}>
          About Foyer
        </Link>
        <p className="mt-10 text-xs text-muted">Did you forget to add the page to the router?</p>
      </div>
      <Art
        name="doorway"
        className="order-first aspect-4/5 w-40 rounded-lg md:order-last md:w-full"
      />
    </div>
  )
}
