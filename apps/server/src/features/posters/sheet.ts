import { type DateBlock, type DateLabel, setDateBlock } from './date-block.ts'
import type { Rect } from './markup.ts'
import type { Palette } from './palette.ts'
import type { Random } from './random.ts'

export type PosterFormat = 'poster' | 'wide' | 'thumb' | 'social'

interface Format {
  width: number
  height: number
  margin: number
  /** The date's greatest height, as a share of the sheet's. */
  dateShare: number
  /** In landscape: the width of the left column, which has the text. */
  column?: number
}
export const FORMATS: Record<PosterFormat, Format> = {
  poster: { width: 800, height: 1000, margin: 56, dateShare: 0.43 },
  wide: { width: 1600, height: 900, margin: 72, dateShare: 0.44, column: 640 },
  thumb: { width: 800, height: 800, margin: 56, dateShare: 0.44 },
  social: { width: 1200, height: 630, margin: 56, dateShare: 0.34, column: 500 },
}

/** The positions on the sheet once the date is placed. */
interface Stage {
  block: DateBlock
  /** The area that the date leaves free; it extends to the sheet's other edges. */
  art: Rect
  /** How far left the picture may extend over the date; `art.x` if it may not. */
  reach: number
}

/** What a composition draws on. */
export interface Sheet {
  width: number
  height: number
  margin: number
  landscape: boolean
  palette: Palette
  random: Random
  /** Valid as an element's id, and different for each poster on a page. */
  id: string
  /** Places the date flush with the margins; in landscape always at the lower left. */
  setDate(at: 'top' | 'bottom'): Stage
  /** Places the date inside a box, centred at the bottom. */
  setDateIn(box: Rect): DateBlock
}

/** The output of a composition: shapes from back to front, and the date to print over them. */
interface Composed {
  shapes: string[]
  block: DateBlock
  /** The date's colour if it is on a shape and not on the ground. */
  type?: string
}
export type Composition = (sheet: Sheet) => Composed

interface Content {
  palette: Palette
  random: Random
  id: string
  label: DateLabel
  credits: string[]
}

export const makeSheet = (format: PosterFormat, content: Content): Sheet => {
  const { width, height, margin, dateShare, column } = FORMATS[format]
  const { label, credits, palette, random, id } = content
  const tallest = height * dateShare
  const set = (w: number, h: number) => setDateBlock(label, credits, { w, h })

  const setDate = (at: 'top' | 'bottom'): Stage => {
    const block = set(column ?? width - margin * 2, tallest)
    const low = { ...block, x: margin, y: height - margin - block.h }
    if (column !== undefined) {
      const x = column + margin * 2
      const art = { x, y: 0, w: width - x, h: height }
      // On the social card the title is above the date.
      return { block: low, art, reach: format === 'social' ? x : 0 }
    }
    const air = margin * 0.75
    if (at === 'bottom') {
      return { block: low, art: { x: 0, y: 0, w: width, h: low.y - air }, reach: 0 }
    }
    const y = margin + block.h + air
    return {
      block: { ...block, x: margin, y: margin },
      art: { x: 0, y, w: width, h: height - y },
      reach: 0,
    }
  }

  const setDateIn = (box: Rect): DateBlock => {
    const block = set(box.w, Math.min(box.h, tallest))
    return { ...block, x: box.x + (box.w - block.w) / 2, y: box.y + box.h - block.h }
  }
  return {
    width,
    height,
    margin,
    landscape: column !== undefined,
    palette,
    random,
    id,
    setDate,
    setDateIn,
  }
}
