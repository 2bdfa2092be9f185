import {
  type EventCategory,
  PICTURE_FORMATS,
  type PictureFormat,
  type PosterDates,
  posterDateLines,
} from '@foyer/domain'
import type { Art } from './art/art.ts'
import { beams, guitar, rings, speakers } from './art/concert.ts'
import { pages, raster, steps, voices } from './art/conference.ts'
import { mobile, solids, tiles, wall } from './art/exhibition.ts'
import { bursts, lanterns, pennants, tent } from './art/festival.ts'
import { bars, keys, record, strings } from './art/music.ts'
import { arcade, bands, scales, windows } from './art/other.ts'
import { bounce, lanes, sides, stadium } from './art/sports.ts'
import { curtain, mask, scenery, stage } from './art/theater.ts'
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

/** The arts of each category; an event has one of them. */
const ARTS: Record<EventCategory, readonly [Art, ...Art[]]> = {
  music: [bars, keys, strings, record],
  concert: [rings, beams, speakers, guitar],
  sports: [lanes, stadium, bounce, sides],
  theater: [curtain, mask, stage, scenery],
  festival: [pennants, bursts, tent, lanterns],
  exhibition: [wall, tiles, mobile, solids],
  conference: [voices, raster, steps, pages],
  other: [arcade, scales, windows, bands],
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
