/** What the product's own words need to know of an organizer. */
export interface SiteFacts {
  name: string
  tagline: string
  supportEmail: string
}

/** The address as a link; what an organizer's name may contain is plain text. */
export const mailLink = ({ supportEmail }: SiteFacts): string =>
  `[${supportEmail}](mailto:${supportEmail})`

/** A name that may stand in Markdown: its own signs mean nothing there. */
export const plain = (text: string): string => text.replace(/[\\`*_[\]<>#]/g, '\\$&')
