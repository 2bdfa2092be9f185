import { BOLD, evenLines, HEAVY, type Pen, setLine, typeset, widthPerHeight } from './lettering.ts'
import type { Rect } from './markup.ts'

/** The words of a date in the reader's language, in the abbreviations that the caller chose. */
export interface DateLabel {
  day: string
  month: string
  weekday: string
  year?: string
}

/**
 * The date on every poster. The day is as high as the block; beside it are the other lines, each
 * stretched to the column's width, so that the block is flush on all four sides. Offsets are
 * measured from the block's corner, so moving the block moves them all.
 */
export interface DateBlock extends Rect {
  lines: { text: string; pen: Pen; dx: number; dy: number; height: number }[]
}

interface Line {
  text: string
  pen: Pen
  perHeight: number
}

/** The maximum height of a line of the column, as a share of the height of the day. */
const LINE_SHARE = 0.5
const GAP_SHARE = 0.055
const GUTTER_SHARE = 0.09
const WIDEST_COLUMN = 0.95
/**
 * A credit longer than this, relative to its height, would be too small as one line beside the day.
 */
const LONGEST_CREDIT = 7.5

const lineOf = (text: string, pen: Pen): Line => ({
  text,
  pen,
  perHeight: widthPerHeight(text, pen),
})

const creditLines = (credit: string): Line[] => {
  const whole = lineOf(typeset(credit), BOLD)
  if (whole.perHeight <= LONGEST_CREDIT) return [whole]
  const most = Math.min(3, Math.ceil(whole.perHeight / LONGEST_CREDIT))
  return evenLines(whole.text, most, BOLD).map((part) => lineOf(part, BOLD))
}

/**
 * Fits the date and its credits (venue, city) into the room, as large as possible, at position 0,
 * 0.
 */
export const setDateBlock = (
  label: DateLabel,
  credits: string[],
  room: { w: number; h: number },
): DateBlock => {
  const day = lineOf(typeset(label.day), HEAVY)
  const beside = [
    ...[label.month, label.weekday, label.year ?? ''].map((text) => lineOf(typeset(text), HEAVY)),
    ...credits.flatMap(creditLines),
  ].filter(({ text }) => text !== '')

  // With a day one unit high, finds the width of the column at which its lines fill that height.
  const gaps = GAP_SHARE * Math.max(0, beside.length - 1)
  const heightPerWidth = beside.reduce((sum, { perHeight }) => sum + 1 / perHeight, 0)
  const column = Math.min((1 - gaps) / Math.max(heightPerWidth, 0.01), WIDEST_COLUMN)
  const indent = day.text === '' ? 0 : day.perHeight + GUTTER_SHARE
  const unitWidth = beside.length === 0 ? day.perHeight : indent + column
  const h = Math.min(room.h, room.w / Math.max(unitWidth, 0.01))

  const heights = beside.map(({ perHeight }) => Math.min(column / perHeight, LINE_SHARE) * h)
  const used = heights.reduce((sum, height) => sum + height, 0)
  const gap = beside.length > 1 ? (h - used) / (beside.length - 1) : 0

  const lines = [{ text: day.text, pen: day.pen, dx: 0, dy: 0, height: h }]
  let dy = 0
  beside.forEach(({ text, pen }, index) => {
    const height = heights[index] ?? 0
    lines.push({ text, pen, dx: indent * h, dy, height })
    dy += height + gap
  })
  return { x: 0, y: 0, w: unitWidth * h, h, lines }
}

export const drawDateBlock = ({ x, y, lines }: DateBlock, fill: string): string =>
  lines
    .map(({ text, pen, dx, dy, height }) =>
      setLine(text, { x: x + dx, y: y + dy, height, fill, pen }),
    )
    .join('')
