import type { Glyph as FontGlyph } from 'fontkit'
import { visualRuns } from '../../adapters/fonts/visual-runs.ts'
import { BoundedMap } from '../../engine/bounded-map.ts'
import { accentOf, type Glyph, glyphOf, hookOf } from './glyphs.ts'
import { svg } from './markup.ts'

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
/** Where words of a script without spaces may be broken. */
const BREAK = '\u200b'
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]+/gu
/** Scripts whose characters are higher than capitals. */
const TALL_SCRIPTS = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u
const WORDS = new Intl.Segmenter('ja', { granularity: 'word' })
const SPOKEN_AS: Record<string, string> = { '“': "'", '”': "'", '"': "'", '‘': '’', '…': '...' }
const PICTOGRAPHS = /\u00ad|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu

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
    .replace(UNSPACED, (run) => [...WORDS.segment(run)].map((word) => word.segment).join(BREAK))
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

interface Outline {
  /** In units of the font's capitals, which are 1 high. */
  x: number
  scale: number
  glyph: FontGlyph
}

/** A text that our letters lack characters of, in the outlines of fonts; its width is `w`. */
function outline(text: string): { w: number; outlines: Outline[] } {
  const outlines: Outline[] = []
  let w = 0
  for (const { text: run, slice } of visualRuns(text.replaceAll(BREAK, ''), 'display')) {
    const font = slice.font()
    const scale = (TALL_SCRIPTS.test(run) ? 0.86 : 1) / (font.capHeight || font.unitsPerEm * 0.72)
    const { glyphs, positions } = font.layout(run)
    glyphs.forEach((glyph, i) => {
      const { xAdvance = 0, xOffset = 0 } = positions[i] ?? {}
      outlines.push({ x: w + xOffset * scale, scale, glyph })
      w += xAdvance * scale
    })
  }
  return { w, outlines }
}

/** The width of the text with capitals one unit high; it is proportional to the height. */
export const widthPerHeight = (text: string, pen: Pen): number => {
  const key = `${pen.weight} ${pen.tracking} ${text}`
  const known = WIDTHS.get(key)
  if (known !== undefined) return known
  const width = measure(text, pen)
  WIDTHS.set(key, width)
  return width
}

/** Breaking a name into lines measures the same words again and again. */
const WIDTHS = new BoundedMap<string, number>(4000)

const measure = (text: string, pen: Pen): number => {
  const placed = place(text, pen)
  if (!placed) return outline(text).w
  return (extent(placed, pen.weight) * STRETCH) / (100 + pen.weight)
}

const moved = ({ path }: Glyph, by: number): string =>
  path.replace(/M(-?[\d.]+)/g, (_, x: string) => svg`M${Number(x) + by}`)

/**
 * Sets a prepared text with its left edge at `x` and the top of its capitals at `y`, `height` high.
 * A text with characters that our letters lack (other scripts) is drawn in the outlines of a font.
 */
export const setLine = (
  text: string,
  { x, y, height, fill, pen }: { x: number; y: number; height: number; fill: string; pen: Pen },
): string => {
  const placed = place(text, pen)
  if (!placed) {
    return outline(text)
      .outlines.map(
        ({ glyph, scale, x: at }) =>
          `<path fill="${fill}" transform="matrix(${[height * scale, 0, 0, -height * scale, x + at * height, y + height].map((number) => Math.round(number * 1e4) / 1e4).join(' ')})" d="${glyph.path.toSVG()}"/>`,
      )
      .join('')
  }
  const width = widthPerHeight(text, pen) * height
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
  const words = text.split(/(?<= )|(?<=\u200b)/)
  let best = [text]
  let bestWidth = widthPerHeight(text, pen)
  const wrap = (limit: number): string[] => {
    const lines: string[] = []
    for (const word of words) {
      const last = lines.at(-1)
      const joined = `${last ?? ''}${word}`
      if (last !== undefined && widthPerHeight(joined.trimEnd(), pen) <= limit)
        lines[lines.length - 1] = joined
      else lines.push(word)
    }
    return lines.map((line) => line.trimEnd())
  }
  for (let limit = bestWidth; limit > 0; limit *= 0.94) {
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
