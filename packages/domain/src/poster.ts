/**
 * The picture of an event that views carry: its poster, upright and dark. It is a path below the
 * tenant's pages. A page that needs another format or theme derives that address from this one.
 */
export const posterPath = (eventId: string): string => `/posters/${eventId}/poster-dark.svg`
