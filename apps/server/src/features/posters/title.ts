import { BOLD, evenLines, HEAVY, setLine, typeset, widthPerHeight } from './lettering.ts'
import type { Rect } from './markup.ts'

const LONGEST_NAME = 90
const LEADING = 0.22
const MOST_LINES = 5
const TALLEST_SHARE = 0.3
const CREDIT_HEIGHT = 24

/**
 * The event's name, as large as the box allows, from the box's top left corner, with one line of
 * credits below.
 */
export const setTitle = (name: string, credit: string, box: Rect, fill: string): string => {
  const text = typeset(name, LONGEST_NAME)
  const room = box.h - CREDIT_HEIGHT * 2.2
  let best = { height: 0, lines: [text] }
  for (let most = 1; most <= MOST_LINES; most++) {
    const lines = evenLines(text, most, HEAVY)
    const widest = Math.max(...lines.map((line) => widthPerHeight(line, HEAVY)), 0.1)
    const high = room / (lines.length + LEADING * (lines.length - 1))
    const height = Math.min(box.w / widest, high, box.h * TALLEST_SHARE)
    if (height > best.height) best = { height, lines }
  }
  const step = best.height * (1 + LEADING)
  const drawn = best.lines.map((line, index) =>
    setLine(line, { x: box.x, y: box.y + index * step, height: best.height, fill, pen: HEAVY }),
  )
  const venue = typeset(credit)
  const height = Math.min(CREDIT_HEIGHT, box.w / Math.max(widthPerHeight(venue, BOLD), 0.1))
  const y = box.y + best.lines.length * step + CREDIT_HEIGHT * 0.6
  if (venue !== '') drawn.push(setLine(venue, { x: box.x, y, height, fill, pen: BOLD }))
  return drawn.join('')
}
