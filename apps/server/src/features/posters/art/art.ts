import type { Rect } from '../markup.ts'
import type { Palette } from '../palette.ts'
import type { Random } from '../random.ts'

/** What an art draws with. */
interface Tools {
  palette: Palette
  /** The same stream for each format of a poster, so that all its crops show one picture. */
  random: Random
  /** Valid as an element's id, and different for each poster on a page. */
  id: string
}

/**
 * The picture on a poster: fills a box of any shape, from edge to edge. It is drawn in the box's own
 * coordinates, from 0, 0, and cut off at its edges.
 */
export type Art = (box: Pick<Rect, 'w' | 'h'>, tools: Tools) => string
