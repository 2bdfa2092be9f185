/** What the default pages need to know about an organizer. */
export interface SiteFacts {
  name: string
  tagline: string
  supportEmail: string
}

/** The address as a link; an organizer's name may contain any character, so it is escaped. */
export const mailLink = ({ supportEmail }: SiteFacts): string =>
  `[${supportEmail}](mailto:${supportEmail})`

/** Escapes text for Markdown, so that none of its characters is markup. */
export const plain = (text: string): string => text.replace(/[\\`*_[\]<>#]/g, '\\$&')
