import { SITE_PAGE_NAMES, type SitePageSlug, SOCIAL_NETWORKS } from '@foyer/domain'
import { Link } from '../routing/link.tsx'
import { paths } from '../routing/paths.ts'
import { useApp } from '../shared/app-context.tsx'
import { Art } from '../shared/page/art.tsx'
import { BrandName } from './brand-name.tsx'

const ORGANIZER_LOGIN = 'Organizer Login'

const FOOTER_COLUMNS: readonly {
  title: string
  items: readonly (SitePageSlug | typeof ORGANIZER_LOGIN)[]
}[] = [
  { title: 'Company', items: ['about', 'careers', 'press'] },
  { title: 'Support', items: ['help', 'contact', 'refunds', ORGANIZER_LOGIN] },
  { title: 'Legal', items: ['terms', 'privacy', 'cookies'] },
]

const NETWORK_NAMES = { instagram: 'Instagram', facebook: 'Facebook', x: 'X' }

export function SiteFooter() {
  const { tenant } = useApp()
  return (
    <footer data-print="hide" className="mt-24 border-t border-edge lg:mt-32 dark:bg-surface">
      <div className="mx-auto max-w-page px-4 pt-12 pb-8 sm:px-6 lg:pt-16">
        <div className="grid gap-x-8 gap-y-12 lg:grid-cols-[1fr_2fr]">
          <div>
            <BrandName className="font-display text-lg font-bold" />
            <p className="mt-3 max-w-64 text-sm whitespace-pre-line text-muted">
              {tenant.footerText || tenant.tagline}
            </p>
          </div>
          <div className="grid grid-cols-2 gap-8 sm:grid-cols-3">
            {FOOTER_COLUMNS.map(({ title, items }) => (
              <section key={title}>
                <h2 className="font-display text-base font-bold">{title}</h2>
                <ul className="mt-1 text-sm text-muted">
                  {items.map((item) => (
                    <li key={item}>
                      {item === ORGANIZER_LOGIN ? <OrganizerLogin /> : <SitePageLink slug={item} />}
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </div>
        <div className="mt-14 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-edge pt-6">
          <p className="text-sm text-muted" suppressHydrationWarning>
            © {new Date().getFullYear()} {tenant.name}. All rights reserved.
          </p>
          <SocialLinks />
        </div>
      </div>
    </footer>
  )
}

const ITEM =
  'inline-flex min-h-target items-center underline-offset-4 hover:text-text hover:underline'

const SitePageLink = ({ slug }: { slug: SitePageSlug }) => (
  <Link {...paths.sitePage(slug)} className={ITEM}>
    {SITE_PAGE_NAMES[slug]}
  </Link>
)

function OrganizerLogin() {
  const { tenant } = useApp()
  return (
    <a href={tenant.organizerAdminUrl} target="_blank" rel="noopener noreferrer" className={ITEM}>
      {ORGANIZER_LOGIN}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

/** The tenant's social networks; a network without an address is left out. */
function SocialLinks() {
  const { tenant } = useApp()
  const networks = SOCIAL_NETWORKS.filter((network) => tenant.socialLinks[network])
  if (networks.length === 0) return null
  return (
    <ul className="-mx-3 flex">
      {networks.map((network) => (
        <li key={network}>
          <a
            href={tenant.socialLinks[network]}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex size-target items-center justify-center rounded-full text-muted transition-colors hover:bg-hover hover:text-text"
          >
            <Art name={network} className="size-6" />
            <span className="sr-only">
              {tenant.name} on {NETWORK_NAMES[network]} (opens in a new tab)
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
