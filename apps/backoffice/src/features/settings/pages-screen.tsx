import { SITE_PAGE_NAMES, type SitePageSlug } from '@foyer/domain'
import { Badge } from '@foyer/ui'
import { ChevronRight } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'
import { Page } from '../../shared/page.tsx'
import { dayText } from '../../shared/time.ts'
import { pagesQuery } from './queries.ts'
import { SettingPart, type SettingsOrganizer } from './setting-part.tsx'

/** The pages of the shop, each with a text of the product until the organizer writes one. */
export function PagesScreen({ organizer }: { organizer: SettingsOrganizer }) {
  const pages = useQuery(pagesQuery(organizer.slug))
  return (
    <Page
      title="Pages"
      description="The texts that the footer of your shop leads to. Each has a text that is true of every shop here, until you write your own."
    >
      <SettingPart what="The pages" query={pages} role={organizer.role}>
        {(data) => (
          <ul className="divide-y divide-edge border-y border-edge">
            {data.pages.map((page) => (
              <PageRow key={page.slug} organizer={organizer.slug} page={page} />
            ))}
          </ul>
        )}
      </SettingPart>
    </Page>
  )
}

function PageRow({
  organizer,
  page: { slug, title, isOwn, updatedAt },
}: {
  organizer: string
  page: { slug: SitePageSlug; title: string; isOwn: boolean; updatedAt: string | null }
}) {
  return (
    <li>
      <Link
        {...paths.sitePage(organizer, slug)}
        className="flex min-h-target items-center gap-4 rounded-sm px-2 py-2.5 hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold break-words">{title}</span>
          {title !== SITE_PAGE_NAMES[slug] && (
            <span className="block text-sm text-muted">{SITE_PAGE_NAMES[slug]}</span>
          )}
        </span>
        {isOwn ? (
          <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm text-muted">
            <Badge tone="success">Your text</Badge>
            {updatedAt && <span>{dayText(updatedAt)}</span>}
          </span>
        ) : (
          <Badge>Our text</Badge>
        )}
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </Link>
    </li>
  )
}
