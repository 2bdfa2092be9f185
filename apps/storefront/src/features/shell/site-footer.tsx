import { useApp } from '../../app-context.tsx'
import { Art } from './art.tsx'
import { BrandMark } from './brand-mark.tsx'

const ORGANIZER_LOGIN = 'Organizer Login'

/** All but the organizers' sign-in have no page yet: they are words, not links that lead nowhere. */
const COLUMNS = [
  { title: 'Company', items: ['About', 'Careers', 'Press'] },
  { title: 'Support', items: ['Help Center', 'Contact Us', 'Refunds', ORGANIZER_LOGIN] },
  { title: 'Legal', items: ['Terms of Service', 'Privacy Policy', 'Cookie Policy'] },
] as const

export function SiteFooter() {
  const { tenant } = useApp()
  return (
    <footer data-print="hide" className="mt-24 border-t border-edge bg-surface lg:mt-32">
      <div className="mx-auto max-w-page px-4 pt-12 pb-8 sm:px-6 lg:pt-16">
        <div className="grid gap-x-8 gap-y-12 lg:grid-cols-[1fr_2fr]">
          <div>
            <p className="flex items-center gap-2 font-display text-lg font-bold">
              <BrandMark className="size-8" />
              {tenant.name}
            </p>
            <p className="mt-3 max-w-64 text-sm text-muted">{tenant.tagline}</p>
          </div>
          <div className="grid grid-cols-2 gap-8 sm:grid-cols-3">
            {COLUMNS.map(({ title, items }) => (
              <section key={title}>
                <h2 className="font-display text-base font-bold">{title}</h2>
                <ul className="mt-3 grid gap-2.5 text-sm text-muted">
                  {items.map((item) => (
                    <li key={item}>
                      {item === ORGANIZER_LOGIN ? (
                        <a
                          href={tenant.organizerAdminUrl}
                          target="_blank"
                          rel="noopener noreferrer"
                          className="-my-2.5 inline-flex min-h-target items-center text-text underline underline-offset-4 hover:decoration-2"
                        >
                          {item}
                          <span className="sr-only"> (opens in a new tab)</span>
                        </a>
                      ) : (
                        item
                      )}
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </div>
        <div className="mt-14 flex flex-wrap items-center justify-between gap-6 border-t border-edge pt-6">
          <p className="text-sm text-muted" suppressHydrationWarning>
            © {new Date().getFullYear()} {tenant.name}. All rights reserved.
          </p>
          {/* Three networks, without a target yet: shown, but not offered to keyboard or reader. */}
          <Art name="social" className="h-5 w-24 text-muted" />
        </div>
      </div>
    </footer>
  )
}
