import {
  type EventCategory,
  PICTURE_FORMATS,
  type PictureFormat,
  type PosterDates,
  posterDateLines,
} from '@foyer/domain'
import { ARTS } from './art/arts.ts'
import { card, layoutsFor } from './layouts.ts'
import { escapeXml, rect, svg } from './markup.ts'
import { COLOURWAY_NAMES, mixPalette } from './palette.ts'
import { elementId, randomFrom } from './random.ts'

export interface PosterInput {
  /** The event's id. It selects art, layout and colours, so a renamed event keeps its poster. */
  id: string
  name: string
  category: EventCategory
  dates: PosterDates
  /** The language and format of the date. */
  locale: string
  /** YYYY-MM-DD: the year of a date soon after is not written. */
  today: string
  venue: string
  city: string
  /** The tenant's OKLCH hue. */
  brandHue: number
  format?: PictureFormat
}

const MARGINS: Record<PictureFormat, number> = { poster: 52, wide: 0, thumb: 0, social: 52 }

/**
 * Draws an event's poster as a complete SVG document that loads no other file. The upright sheet
 * and the card for link previews carry name and date. The wide and the square sheet are the art
 * alone, because pages show them beside the name.
 */
export const drawPoster = (input: PosterInput): string => {
  const { id, name, format = 'poster' } = input
  const { width, height } = PICTURE_FORMATS[format]
  const palette = mixPalette(input.brandHue, randomFrom(`${id}/ink`).pick(COLOURWAY_NAMES))
  const draw = randomFrom(`${id}/art`).pick(ARTS[input.category])
  const content = {
    name,
    dates: posterDateLines(input.dates, input.locale, input.today),
    palette,
    width,
    height,
    margin: MARGINS[format],
    art: (w: number, h: number) =>
      draw({ w, h }, { palette, random: randomFrom(id), id: elementId(`${id}/${format}`) }),
  }
  const sheet =
    format === 'poster'
      ? randomFrom(`${id}/layout`).pick(layoutsFor(name))(content)
      : format === 'social'
        ? card({ ...content, credits: [input.venue, input.city] })
        : content.art(width, height)
  return svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${escapeXml(name)}</title>${rect(0, 0, width, height, palette.ground)}${sheet}</svg>`
}
