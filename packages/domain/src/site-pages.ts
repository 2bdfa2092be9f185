/** Pages of a tenant's own words, by their slug in the address. */
export const SITE_PAGE_SLUGS = [
  'about',
  'careers',
  'press',
  'help',
  'contact',
  'refunds',
  'terms',
  'privacy',
  'cookies',
] as const
export type SitePageSlug = (typeof SITE_PAGE_SLUGS)[number]

/** What the footer calls them. */
export const SITE_PAGE_NAMES: Readonly<Record<SitePageSlug, string>> = {
  about: 'About',
  careers: 'Careers',
  press: 'Press',
  help: 'Help Center',
  contact: 'Contact Us',
  refunds: 'Refunds',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  cookies: 'Cookie Policy',
}

export const isSitePageSlug = (text: string): text is SitePageSlug =>
  Object.hasOwn(SITE_PAGE_NAMES, text)

/** Networks that a tenant may be found on, in the order of the footer. */
export const SOCIAL_NETWORKS = ['instagram', 'facebook', 'x'] as const
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]
