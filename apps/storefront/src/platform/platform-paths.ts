import { link } from '../routing/address.ts'

/** The link builder for the platform's own pages, beside `paths` of the shops. */
export const platformPaths = {
  landing: () => ({ to: '/landing' }),
  /** All guides, or what is found in them. */
  guides: (q?: string) => link('/documentation', {}, { q: q || undefined }),
  /** A guide, or one of its headings. */
  guide: (slug: string, id = '') => {
    const { to } = link('/documentation/$slug', { slug })
    return { to: id === '' ? to : `${to}#${id}` }
  },
  status: () => ({ to: '/status' }),
  privacy: () => ({ to: '/privacy' }),
  terms: () => ({ to: '/terms' }),
} as const
