/**
 * The shapes in which an event's picture is shown. The poster that is drawn from its data has them
 * as sheets, an organizer's picture as crops around its focus.
 */
export const PICTURE_FORMATS = {
  /** Upright, as printed posters are. */
  poster: { width: 800, height: 1000 },
  wide: { width: 1600, height: 900 },
  thumb: { width: 800, height: 800 },
  /** What messengers and networks show of a link. */
  social: { width: 1200, height: 630 },
} as const
export type PictureFormat = keyof typeof PICTURE_FORMATS

/** The widths in which an organizer's picture is stored, in pixels, narrowest first. */
export const PICTURE_WIDTHS = {
  poster: [320, 640, 1000],
  wide: [480, 960, 1600],
  thumb: [160, 480],
  social: [1200],
} as const satisfies Record<PictureFormat, readonly number[]>

/** The widest and highest that the uncropped picture is stored. */
export const WHOLE_PICTURE = 1600

/** The size of a picture that is made smaller, never larger, until both sides have at most `side`. */
export const sizeWithin = (
  side: number,
  { width, height }: { width: number; height: number },
): { width: number; height: number } => {
  const scale = Math.min(1, side / width, side / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** The address of an uncropped picture, such as the map of a venue, below the tenant's pages. */
export const wholePicturePath = (hash: string): string => `/pictures/${hash}/whole.webp`

/** The address of a square crop, such as the picture of a ticket type, below the tenant's pages. */
export const squarePicturePath = (hash: string): string => `/pictures/${hash}/thumb-480.webp`

/**
 * The address of an event's picture that views carry, below the tenant's pages: the organizer's
 * picture, or the poster that is drawn if it has none. Pages that need another format derive its
 * address from this one with {@link pictureFiles}.
 */
export const imagePath = (eventId: string, pictureHash: string | null): string =>
  pictureHash === null
    ? `/posters/${eventId}/poster.svg`
    : `/pictures/${pictureHash}/poster-640.webp`

const DRAWN = /^(\/posters\/[^/]+\/)(?:poster|wide|thumb|social)(?:-(?:dark|light))?\.svg$/
const UPLOADED = /^(\/pictures\/[0-9a-f]+\/)/

export interface PictureFiles {
  src: string
  /** Its widths, as the attribute of an `<img>` has them; undefined if one file has all sizes. */
  srcSet?: string | undefined
}

/**
 * The addresses of an event's picture in a format, from the `imageUrl` of a view; null for an
 * address of another site. `base` is the prefix of the tenant's pages; `date` (YYYY-MM-DD) is
 * printed on a drawn upright poster, for the ticket of that day.
 */
export function pictureFiles(
  imageUrl: string,
  { format, base, date }: { format: PictureFormat; base: string; date?: string | undefined },
): PictureFiles | null {
  const drawn = DRAWN.exec(imageUrl)?.[1]
  if (drawn !== undefined) {
    // The other formats have no letters; one file of them serves all days.
    const query = date && format === 'poster' ? `?date=${date}` : ''
    return { src: `${base}${drawn}${format}.svg${query}` }
  }
  const folder = UPLOADED.exec(imageUrl)?.[1]
  if (folder === undefined) return null
  if (format === 'social') return { src: `${base}${folder}social-1200.jpg` }
  const widths = PICTURE_WIDTHS[format]
  const file = (width: number) => `${base}${folder}${format}-${width}.webp`
  return {
    src: file(widths[1]),
    srcSet: widths.map((width) => `${file(width)} ${width}w`).join(', '),
  }
}

/** Counts up when posters are drawn in another way, so that link previews are made anew. */
const DRAWING = 2

/**
 * The address of a drawn link preview below the tenant's pages. It changes with every part that the
 * preview shows, so that a messenger that stored the older one asks for the new one. `subject` is
 * an event's id, 'site' for the tenant's other pages, or 'platform'.
 */
export const previewPath = (subject: string, parts: readonly unknown[]): string =>
  `/previews/${subject}/${fingerprint(JSON.stringify([DRAWING, parts]))}.png`

/** Twelve hexadecimal digits of a text: FNV-1a twice, from two starts. */
function fingerprint(text: string): string {
  const hash = (start: number) => {
    let state = start
    for (let i = 0; i < text.length; i++) {
      state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
    }
    return (state >>> 0).toString(16).padStart(8, '0')
  }
  return `${hash(0x811c9dc5)}${hash(0x050c5d1f)}`.slice(2, 14)
}

/** The address of an organizer's picture as link preview. */
export const socialPicturePath = (hash: string): string => `/pictures/${hash}/social-1200.jpg`
