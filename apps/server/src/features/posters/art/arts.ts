import type { EventCategory } from '@foyer/domain'
import type { Art } from './art.ts'
import { beams, guitar, rings, speakers } from './concert.ts'
import { pages, raster, steps, voices } from './conference.ts'
import { mobile, solids, tiles, wall } from './exhibition.ts'
import { bursts, lanterns, pennants, tent } from './festival.ts'
import { bars, keys, record, strings } from './music.ts'
import { arcade, bands, scales, windows } from './other.ts'
import { bounce, lanes, sides, stadium } from './sports.ts'
import { curtain, mask, scenery, stage } from './theater.ts'

/** The arts of each category; an event has one of them. */
export const ARTS: Record<EventCategory, readonly [Art, ...Art[]]> = {
  music: [bars, keys, strings, record],
  concert: [rings, beams, speakers, guitar],
  sports: [lanes, stadium, bounce, sides],
  theater: [curtain, mask, stage, scenery],
  festival: [pennants, bursts, tent, lanterns],
  exhibition: [wall, tiles, mobile, solids],
  conference: [voices, raster, steps, pages],
  other: [arcade, scales, windows, bands],
}
