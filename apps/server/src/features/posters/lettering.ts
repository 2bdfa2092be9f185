import { accentOf, type Glyph, glyphOf, hookOf } from './glyphs.ts'
import { escapeXml, svg } from './markup.ts'

/**
 * The width of the strokes and the distance between letters, in glyph units (a capital is 100
 * high).
 */
export interface Pen {
  weight: number
  tracking: number
}
export const HEAVY: Pen = { weight: 26, tracking: 9 }
export const BOLD: Pen = { weight: 21, tracking: 13 }

/**
 * Letters are drawn upright and then stretched, so that vertical strokes are thicker than
 * horizontal ones.
 */
const STRETCH = 1.12
const MARK_RISE = 24
const MARK_NIB = 13
const FALLBACK_FAMILY = "'Bricolage Grotesque','Arial Narrow',Arial,sans-serif"
const FALLBACK_CAPITAL = 0.72
const SPOKEN_AS: Record<string, string> = { '“': "'", '”': "'", '"': "'", '‘': '’', '…': '...' }
const PICTOGRAPHS = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu

interface Placed {
  x: number
  glyph: Glyph
  over: Glyph[]
  under: Glyph[]
}

/**
 * Prepares a text: capitals, plain spaces and plain quotes, without emoji. Beyond `most` characters
 * the text ends after a word, so that a long name does not make a large file.
 */
export const typeset = (text: string, most = 60): string => {
  const plain = text
    .replace(PICTOGRAPHS, '')
    .replace(/[“”"‘…]/g, (character) => SPOKEN_AS[character] ?? character)
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...plain]
  if (letters.length <= most) return plain
  const cut = letters.slice(0, most - 3).join('')
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1 || undefined).trim()}...`
}

/** Positions the letters along a line from 0; null if our face lacks one of them. */
const place = (text: string, { weight, tracking }: Pen): Placed[] | null => {
  const placed: Placed[] = []
  let x = 0
  for (const character of text.normalize('NFD')) {
    const [accent, hook] = [accentOf(character), hookOf(character)]
    if (accent) placed.at(-1)?.over.push(accent)
    if (hook) placed.at(-1)?.under.push(hook)
    if (accent || hook) continue
    const glyph = glyphOf(character)
    if (!glyph) return null
    placed.push({ x, glyph, over: [], under: [] })
    x += glyph.width + weight + tracking
  }
  return placed
}

const extent = (placed: Placed[], weight: number): number => {
  const last = placed.at(-1)
  return last ? last.x + last.glyph.width + weight : 0
}

const fallbackWidth = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 1.05 : 0.7), 0) /
  FALLBACK_CAPITAL

/** The width of the text with capitals one unit high; it is proportional to the height. */
export const widthPerHeight = (text: string, pen: Pen): number => {
  const placed = place(text, pen)
  if (!placed) return fallbackWidth(text)
  return (extent(placed, pen.weight) * STRETCH) / (100 + pen.weight)
}

const moved = ({ path }: Glyph, by: number): string =>
  path.replace(/M(-?[\d.]+)/g, (_, x: string) => svg`M${Number(x) + by}`)

/**
 * Sets a prepared text with its left edge at `x` and the top of its capitals at `y`, `height` high.
 * Characters that our letters lack (other scripts) are set in a system font and squeezed into the
 * measured width.
 */
export const setLine = (
  text: string,
  { x, y, height, fill, pen }: { x: number; y: number; height: number; fill: string; pen: Pen },
): string => {
  const width = widthPerHeight(text, pen) * height
  const placed = place(text, pen)
  if (!placed) {
    return svg`<text x="${x}" y="${y + height}" font-family="${FALLBACK_FAMILY}" font-weight="800" font-size="${height / FALLBACK_CAPITAL}" textLength="${width}" lengthAdjust="spacingAndGlyphs" fill="${fill}">${escapeXml(text)}</text>`
  }
  const { weight } = pen
  const span = extent(placed, weight)
  const scale = height / (100 + weight)
  /** A window onto the line, from `top` to `top + rise` units below the top of the capitals. */
  const window = (top: number, rise: number, origin: number, nib: number, d: string): string =>
    d &&
    svg`<svg x="${x}" y="${y + top * scale}" width="${width}" height="${rise * scale}" viewBox="${-weight / 2} ${origin} ${span} ${rise}" preserveAspectRatio="none"><path fill="none" stroke="${fill}" stroke-width="${nib}" stroke-linecap="square" stroke-miterlimit="9" d="${d}"/></svg>`
  const marks = (of: (letter: Placed) => Glyph[]): string =>
    placed
      .flatMap((letter) => of(letter).map((mark) => moved(mark, letter.x + letter.glyph.width / 2)))
      .join('')
  const letters = placed.map(({ glyph, x: at }) => moved(glyph, at)).join('')
  return (
    window(0, 100 + weight, -weight / 2, weight, letters) +
    // Accents are outside the window that cuts the letters square.
    window(
      -MARK_RISE,
      MARK_RISE,
      -MARK_RISE,
      MARK_NIB,
      marks(({ over }) => over),
    ) +
    window(
      100 + weight,
      MARK_RISE,
      0,
      MARK_NIB,
      marks(({ under }) => under),
    )
  )
}

/** Breaks words into at most `most` lines of even width. */
export const evenLines = (text: string, most: number, pen: Pen): string[] => {
  const words = text.split(' ')
  let best = [text]
  let bestWidth = widthPerHeight(text, pen)
  const wrap = (limit: number): string[] => {
    const lines: string[] = []
    for (const word of words) {
      const last = lines.at(-1)
      const joined = last === undefined ? word : `${last} ${word}`
      if (last !== undefined && widthPerHeight(joined, pen) <= limit)
        lines[lines.length - 1] = joined
      else lines.push(word)
    }
    return lines
  }
  for (let limit = bestWidth; limit > 0; limit *= 0.96) {
    const lines = wrap(limit)
    if (lines.length > most) break
    const width = Math.max(...lines.map((line) => widthPerHeight(line, pen)))
    if (width < bestWidth) {
      best = lines
      bestWidth = width
    }
    if (width > limit) break
  }
  return best
}
