import type { EventCategory } from '@foyer/domain'
import { concert } from './compositions/concert.ts'
import { conference } from './compositions/conference.ts'
import { exhibition } from './compositions/exhibition.ts'
import { festival } from './compositions/festival.ts'
import { music } from './compositions/music.ts'
import { other } from './compositions/other.ts'
import { sports } from './compositions/sports.ts'
import { theater } from './compositions/theater.ts'
import { type DateLabel, drawDateBlock } from './date-block.ts'
import { escapeXml, rect, svg } from './markup.ts'
import { type ColourwayName, mixPalette, type Theme } from './palette.ts'
import { elementId, randomFrom } from './random.ts'
import { type Composition, FORMATS, makeSheet, type PosterFormat } from './sheet.ts'
import { setTitle } from './title.ts'

export interface PosterInput {
  /** The event's id. Only it selects the variation, so a renamed event keeps its poster. */
  id: string
  name: string
  category: EventCategory
  dateLabel: DateLabel
  venue: string
  city: string
  /** The tenant's OKLCH hue. */
  brandHue: number
  theme: Theme
  format?: PosterFormat
}

interface Plan {
  compose: Composition
  colourways: readonly [ColourwayName, ...ColourwayName[]]
}
const PLANS: Record<EventCategory, Plan> = {
  music: { compose: music, colourways: ['plain', 'warm', 'deep'] },
  sports: { compose: sports, colourways: ['deep', 'lit', 'plain'] },
  conference: { compose: conference, colourways: ['far', 'plain', 'lit'] },
  festival: { compose: festival, colourways: ['warm', 'deep', 'far'] },
  theater: { compose: theater, colourways: ['plain', 'deep'] },
  exhibition: { compose: exhibition, colourways: ['plain', 'far', 'lit'] },
  concert: { compose: concert, colourways: ['plain', 'deep', 'far'] },
  other: { compose: other, colourways: ['plain', 'deep', 'warm', 'far'] },
}

/** Draws an event's poster as a complete SVG document that loads no other file. */
export const drawPoster = (input: PosterInput): string => {
  const { id, name, venue, city, theme, format = 'poster' } = input
  const { compose, colourways } = PLANS[input.category]
  const palette = mixPalette(input.brandHue, theme, randomFrom(`${id}/ink`), colourways)
  const sheet = makeSheet(format, {
    palette,
    random: randomFrom(id),
    id: elementId(`${id}/${format}/${theme}`),
    label: input.dateLabel,
    credits: format === 'poster' ? [venue, city] : [],
  })
  const { shapes, block, type = palette.type } = compose(sheet)

  const { width, height, margin } = sheet
  const parts = [rect(0, 0, width, height, palette.ground), ...shapes, drawDateBlock(block, type)]
  if (format === 'social') {
    const { column = width } = FORMATS.social
    const foot = block.x < column ? block.y - margin * 0.75 : height - margin
    const box = { x: margin, y: margin, w: column, h: foot - margin }
    parts.push(setTitle(name, [venue, city].filter(Boolean).join(' · '), box, palette.type))
  }
  return svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${escapeXml(name)}</title>${parts.join('')}</svg>`
}
