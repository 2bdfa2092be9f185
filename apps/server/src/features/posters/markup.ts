/** A box in the sheet's own units. */
export interface Rect {
  x: number
  y: number
  w: number
  h: number
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// XML 1.0 cannot contain these characters even escaped; one of them would make the picture invalid.
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** Makes any text safe between tags and inside quoted attributes. */
export const escapeXml = (text: string): string =>
  text.replace(NOT_XML, '').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

/**
 * A template for markup and paths. Numbers are rounded to a tenth, which is finer than any screen.
 */
export const svg = (parts: TemplateStringsArray, ...values: (number | string)[]): string =>
  String.raw(
    { raw: parts },
    ...values.map((value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)),
  )

export const rect = (x: number, y: number, w: number, h: number, fill: string): string =>
  svg`<path fill="${fill}" d="M${x} ${y}h${w}v${h}h${-w}z"/>`

export const disc = (x: number, y: number, radius: number, fill: string): string =>
  svg`<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`

export const shape = (d: string, fill: string): string => svg`<path fill="${fill}" d="${d}"/>`

export const stroke = (d: string, colour: string, width: number, extra = ''): string =>
  svg`<path fill="none" stroke="${colour}" stroke-width="${width}"${extra} d="${d}"/>`

/** A polygon through the points. */
export const polygon = (points: [x: number, y: number][], fill: string): string =>
  shape(`M${points.map(([x, y]) => svg`${x} ${y}`).join('L')}z`, fill)

/**
 * Shows `content` inside the box only. A nested `<svg>` crops without an id, which could occur
 * twice on a page.
 */
export const crop = ({ x, y, w, h }: Rect, content: string): string =>
  svg`<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}">${content}</svg>`
