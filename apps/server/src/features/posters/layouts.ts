import { crop, rect, svg } from './markup.ts'
import { drawBlock, setName, setSmall } from './name-block.ts'
import type { Palette } from './palette.ts'

/** What a layout places on the sheet. */
export interface Content {
  name: string
  /** Lines about the date, in the reader's language; empty without a date. */
  dates: string[]
  palette: Palette
  width: number
  height: number
  margin: number
  /** Draws the art into a box of this size, from 0, 0. */
  art(w: number, h: number): string
}

/** Arranges name, date and art on an upright sheet. */
type Layout = (content: Content) => string

const DATE_HEIGHT = 34
const NAME_SHARE = 0.46

const place = (x: number, y: number, w: number, h: number, content: string): string =>
  crop({ x, y, w, h }, svg`<g transform="translate(${x} ${y})">${content}</g>`)

/** The date as one line from margin to margin: its first part left, its second right. */
const dateLine = ({ dates, width, margin }: Content, y: number, fill: string): string => {
  const [first = '', second = ''] = dates
  const w = width - margin * 2
  const left = setSmall(first, DATE_HEIGHT, second ? w * 0.55 : w)
  const right = setSmall(second, DATE_HEIGHT, w * 0.42)
  return drawBlock(left, margin, y, fill) + drawBlock(right, width - margin - right.w, y, fill)
}

/** Art above, the name along the foot, the date under it. */
const foot: Layout = (content) => {
  const { name, width, height, margin, palette, art, dates } = content
  const block = setName(name, { w: width - margin * 2, h: height * NAME_SHARE }, height * 0.28)
  const dateRoom = dates.length > 0 ? DATE_HEIGHT + margin * 0.6 : 0
  const y = height - margin - dateRoom - block.h
  const artHeight = y - margin * 0.8
  return (
    place(0, 0, width, artHeight, art(width, artHeight)) +
    drawBlock(block, margin, y, palette.type) +
    dateLine(content, height - margin - DATE_HEIGHT, palette.type)
  )
}

/** The date along the top, the name under it, the art to the foot. */
const head: Layout = (content) => {
  const { name, width, height, margin, palette, art, dates } = content
  const block = setName(name, { w: width - margin * 2, h: height * NAME_SHARE }, height * 0.28)
  const y = margin + (dates.length > 0 ? DATE_HEIGHT + margin * 0.6 : 0)
  const artTop = y + block.h + margin * 0.8
  return (
    dateLine(content, margin, palette.type) +
    drawBlock(block, margin, y, palette.type) +
    place(0, artTop, width, height - artTop, art(width, height - artTop))
  )
}

/** The art as a plate with a margin around it, the date above and the name below. */
const plate: Layout = (content) => {
  const { name, width, height, margin, palette, art, dates } = content
  const w = width - margin * 2
  const block = setName(name, { w, h: height * 0.36 }, height * 0.22)
  const top = margin + (dates.length > 0 ? DATE_HEIGHT + margin * 0.5 : 0)
  const y = height - margin - block.h
  const h = y - margin * 0.7 - top
  return (
    dateLine(content, margin, palette.type) +
    place(margin, top, w, h, rect(0, 0, w, h, palette.quiet) + art(w, h)) +
    drawBlock(block, margin, y, palette.type)
  )
}

/** The art over the whole sheet, the name on a label in a corner of it. */
const label: Layout = (content) => {
  const { name, width, height, margin, palette, art, dates } = content
  const pad = margin * 0.7
  const block = setName(name, { w: width - margin * 2 - pad, h: height * 0.36 }, height * 0.2)
  const h = block.h + pad * 2 + (dates.length > 0 ? DATE_HEIGHT + pad * 0.8 : 0)
  const y = height - h
  const line = { ...content, width, margin }
  return (
    place(0, 0, width, height, art(width, height - h * 0.94)) +
    rect(0, y, width, h, palette.spot) +
    drawBlock(block, margin, y + pad, palette.onSpot) +
    dateLine(line, height - pad - DATE_HEIGHT, palette.onSpot)
  )
}

/** A short name up the left edge, the art beside it. */
const side: Layout = (content) => {
  const { name, width, height, margin, palette, art, dates } = content
  const dateRoom = dates.length > 0 ? DATE_HEIGHT + margin * 0.7 : 0
  const long = height - margin * 2 - dateRoom
  const block = setName(name, { w: long, h: width * 0.42 }, width * 0.3)
  const left = margin + block.h + margin * 0.8
  const artHeight = height - dateRoom - margin
  return (
    place(left, 0, width - left, artHeight, art(width - left, artHeight)) +
    svg`<g transform="translate(${margin} ${margin + long}) rotate(-90)">${drawBlock(block, 0, 0, palette.type)}</g>` +
    dateLine(content, height - margin - DATE_HEIGHT, palette.type)
  )
}

const LAYOUTS: readonly [Layout, ...Layout[]] = [foot, head, plate, label]
/** The layout along the edge is for names that stay large in two lines. */
const SHORT_NAME = 18
/** Other scripts are not read sideways. */
const LATIN = /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]+$/u

export const layoutsFor = (name: string): readonly [Layout, ...Layout[]] =>
  name.length <= SHORT_NAME && LATIN.test(name) ? [...LAYOUTS, side] : LAYOUTS

/** Landscape, for link previews: name, date and venue at the left, the art at the right. */
export const card = (content: Content & { credits: string[] }): string => {
  const { name, width, height, margin, palette, art, dates, credits } = content
  const column = width * 0.52
  const w = column - margin
  const small = [dates.join(' · '), ...credits]
    .filter((text) => text !== '')
    .map((text) => setSmall(text, 27, w))
  const smallHeight = small.reduce((sum, { h }) => sum + h + 17, 0)
  const room = height - margin * 2 - smallHeight - 22
  const block = setName(name, { w, h: room }, height * 0.34)
  let y = height - margin
  let drawn = drawBlock(block, margin, margin, palette.type)
  for (const line of [...small].reverse()) {
    y -= line.h
    drawn += drawBlock(line, margin, y, palette.type)
    y -= 17
  }
  const left = column + margin
  return drawn + place(left, 0, width - left, height, art(width - left, height))
}
