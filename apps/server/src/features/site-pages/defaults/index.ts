import { SITE_PAGE_NAMES, type SitePageSlug } from '@foyer/domain'
import { about, careers, contact, press } from './company.ts'
import { cookies } from './cookies.ts'
import type { SiteFacts } from './facts.ts'
import { help } from './help.ts'
import { privacy } from './privacy.ts'
import { refunds } from './refunds.ts'
import { terms } from './terms.ts'

const BODIES: Record<SitePageSlug, (facts: SiteFacts) => string> = {
  about,
  careers,
  press,
  help,
  contact,
  refunds,
  terms,
  privacy,
  cookies,
}

/**
 * The default content of a page, used until the organizer has written it. It must be true of every
 * shop that Foyer runs, so it promises nothing that the product does not do yet.
 */
export const defaultPage = (slug: SitePageSlug, facts: SiteFacts) => ({
  title: SITE_PAGE_NAMES[slug],
  body: BODIES[slug](facts),
})
