/** The link builder for the platform's own pages, beside `paths` of the shops. */
export const platformPaths = {
  landing: () => ({ to: '/landing' }),
  privacy: () => ({ to: '/privacy' }),
  terms: () => ({ to: '/terms' }),
} as const
