/** The pages whose text a tenant writes, by their slug in the address. */
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

/** Their names in the footer. */
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

/** The networks that a tenant can have a profile on, in the order of the footer. */
export const SOCIAL_NETWORKS = ['instagram', 'facebook', 'x'] as const
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]
