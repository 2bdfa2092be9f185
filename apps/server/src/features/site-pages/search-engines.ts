import type { TenantTx } from '@foyer/db'
import { PLATFORM_PAGES, SITE_PAGE_SLUGS } from '@foyer/domain'
import { html } from '../../html.ts'

/** A sitemap may have 50,000 addresses, and a venue for each event: https://www.sitemaps.org/protocol.html */
const MOST_EVENTS = 24_000

interface ListedEvent {
  id: string
  venue_id: string
}

/** Selects published events that are not over, the next one first. */
export async function selectListedEvents(tx: TenantTx): Promise<ListedEvent[]> {
  return tx
    .selectFrom('events as e')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 'e.tenant_id').onRef('s.event_id', '=', 'e.id'),
    )
    .select(['e.id', 'e.venue_id'])
    .select(({ fn }) => fn.min('s.starts_at').as('next'))
    .where('e.is_published', '=', true)
    .where('s.status', '=', 'active')
    .where('s.ends_at', '>', ({ fn }) => fn<Date>('now'))
    .groupBy(['e.id', 'e.venue_id'])
    .orderBy('next')
    .limit(MOST_EVENTS)
    .execute()
}

/**
 * `site` is the base URL of the tenant's pages, without a trailing slash. The sitemap of the tenant that
 * shares its host with the platform also has the platform's own pages.
 */
export function sitemapXml(
  site: string,
  events: readonly ListedEvent[],
  isPlatformHost: boolean,
): string {
  const paths = [
    '/',
    ...events.map(({ id }) => `/events-api/${id}`),
    ...new Set(events.map((event) => `/venues/${event.venue_id}`)),
    ...SITE_PAGE_SLUGS.map((slug) => `/pages/${slug}`),
    ...(isPlatformHost ? PLATFORM_PAGES.map((page) => `/${page}`) : []),
  ]
  const urls = paths.map((path) => html`<url><loc>${site + path}</loc></url>`)
  const { markup } =
    html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`
  return `<?xml version="1.0" encoding="UTF-8"?>${markup}`
}

/** Pages themselves say if they must not be indexed; calls are excluded here. */
export const robotsText = (site: string): string =>
  `User-agent: *\nDisallow: ${new URL(site).pathname.replace(/\/$/, '')}/api/\n\nSitemap: ${site}/sitemap.xml\n`
