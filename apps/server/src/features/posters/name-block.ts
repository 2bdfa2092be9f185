import { BOLD, evenLines, HEAVY, type Pen, setLine, typeset, widthPerHeight } from './lettering.ts'

interface Line {
  text: string
  pen: Pen
  /** From the block's upper left corner. */
  y: number
  height: number
}

/** Lines of letters that are placed and drawn as one. */
export interface Block {
  w: number
  h: number
  lines: Line[]
}

const LONGEST_NAME = 90
const MOST_LINES = 6
/** The gap between two lines, as a share of the lower one's height. */
const LEADING = 0.15
/** How much taller than the lowest line another may be, or a small word would shout. */
const MOST_CONTRAST = 1.9
/** A line of fewer letters, such as 'THE', is avoided. */
const SHORT_LINE = 4
/** Room for accents over a line. */
const ACCENT_SHARE = 0.2

const stack = (texts: string[], heights: number[]): Block => {
  const lines: Line[] = []
  let y = 0
  texts.forEach((text, i) => {
    const height = heights[i] ?? 0
    const accents = hasAccent(text) ? height * ACCENT_SHARE : 0
    y += i === 0 ? accents : Math.max(height * LEADING, accents)
    lines.push({ text, pen: HEAVY, y, height })
    y += height
  })
  const w = Math.max(0, ...lines.map((line) => widthPerHeight(line.text, HEAVY) * line.height))
  return { w, h: y, lines }
}

const hasAccent = (text: string): boolean => text.normalize('NFD') !== text.normalize('NFC')

/**
 * An event's name, as wood type sets it: most lines are as wide as the room, so short ones are tall.
 * The name is broken so that it covers as much of the room as possible; `tallest` bounds a line.
 */
export const setName = (name: string, room: { w: number; h: number }, tallest = room.h): Block => {
  const text = typeset(name, LONGEST_NAME)
  let best = stack([], [])
  let most = 0
  const words = text.split(/ |\u200b/).length
  for (let count = 1; count <= Math.min(MOST_LINES, words); count++) {
    const texts = text === '' ? [] : evenLines(text, count, HEAVY)
    const wide = texts.map((line) => room.w / Math.max(widthPerHeight(line, HEAVY), 0.1))
    const bound = Math.min(tallest, Math.min(...wide) * MOST_CONTRAST)
    const full = wide.map((height) => Math.min(height, bound))
    const { h } = stack(texts, full)
    const fit = Math.min(1, room.h / Math.max(h, 0.1))
    const block = stack(
      texts,
      full.map((height) => height * fit),
    )
    const covered = block.lines.reduce(
      (sum, line) => sum + line.height * line.height * widthPerHeight(line.text, HEAVY),
      0,
    )
    const score = texts.some((line) => texts.length > 1 && line.length < SHORT_LINE) ? 0.6 : 1
    if (covered * score > most) [best, most] = [block, covered * score]
  }
  return best
}

/** One line of small letters, as high as given unless it would be wider than the room. */
export const setSmall = (text: string, height: number, w: number): Block => {
  const plain = typeset(text)
  const perHeight = widthPerHeight(plain, BOLD)
  const fitted = Math.min(height, w / Math.max(perHeight, 0.1))
  const lines = plain === '' ? [] : [{ text: plain, pen: BOLD, y: 0, height: fitted }]
  return { w: perHeight * fitted, h: lines.length === 0 ? 0 : fitted, lines }
}

export const drawBlock = ({ lines }: Block, x: number, y: number, fill: string): string =>
  lines
    .map((line) =>
      setLine(line.text, { x, y: y + line.y, height: line.height, fill, pen: line.pen }),
    )
    .join('')
