import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { BoundedMap } from '../../engine/bounded-map.ts'
import { rememberLayouts } from './remember-layouts.ts'
import { unpackWoff } from './unpack-woff.ts'

/** The typefaces of files: names and figures use `display`, all other text the others. */
export type Face = 'display' | 'text' | 'strong'

/** One font file of a face; it is loaded when a character in its ranges is first needed. */
export interface FontSlice {
  name: string
  font(): Font
  /** Null if the ranges are known only after loading the font. */
  ranges: readonly (readonly [from: number, to: number])[] | null
}

const require = createRequire(import.meta.url)

/** Font files that are open at a time; each takes some 0.3 MB. One name needs a few of them. */
const MOST_OPEN = 120
const open = new BoundedMap<string, Font>(MOST_OPEN)

function fontsource(family: string, weight: number, subset: string, ranges?: string): FontSlice {
  const name = `${family}-${subset}-${weight}`
  return {
    name,
    font() {
      const font =
        open.get(name) ??
        read(name, require.resolve(`@fontsource/${family}/files/${name}-normal.woff`))
      // What is used stays open.
      open.set(name, font)
      return font
    },
    ranges: ranges ? readRanges(ranges) : null,
  }
}

/** The family's own table of its files: {"latin": "U+0000-00FF,U+0131", "[7]": …} */
const filesOf = (family: string): Readonly<Record<string, string>> =>
  require(`@fontsource/${family}/unicode.json`)

const slicesOf = (family: string, weight: number): FontSlice[] =>
  Object.entries(filesOf(family)).map(([subset, ranges]) =>
    fontsource(family, weight, subset.replace(/[[\]]/g, ''), ranges),
  )

const readRanges = (ranges: string) =>
  ranges.split(',').map((range) => {
    const [from = '', to = from] = range.replace(/U\+/i, '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
  })

function read(name: string, file: string): Font {
  const font = create(unpackWoff(readFileSync(file)))
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`)
  return rememberLayouts(name, font)
}

/** Scripts with a family of their own, in one file for each weight. */
const FAMILIES: Readonly<Record<string, string>> = {
  hebrew: 'noto-sans-hebrew',
  thai: 'noto-sans-thai',
  armenian: 'noto-sans-armenian',
  georgian: 'noto-sans-georgian',
  bengali: 'noto-sans-bengali',
  tamil: 'noto-sans-tamil',
  telugu: 'noto-sans-telugu',
  kannada: 'noto-sans-kannada',
  malayalam: 'noto-sans-malayalam',
  gujarati: 'noto-sans-gujarati',
  gurmukhi: 'noto-sans-gurmukhi',
  oriya: 'noto-sans-oriya',
  sinhala: 'noto-sans-sinhala',
  khmer: 'noto-sans-khmer',
  lao: 'noto-sans-lao',
  myanmar: 'noto-sans-myanmar',
  ethiopic: 'noto-sans-ethiopic',
  thaana: 'noto-sans-thaana',
  tibetan: 'noto-serif-tibetan',
}

interface FaceFonts {
  /** Common scripts come first, so that a name needs few files. */
  letters: readonly FontSlice[]
  japanese: readonly FontSlice[]
  /** Simplified and traditional signs; the rare traditional ones that it lacks are Japanese, too. */
  chinese: readonly FontSlice[]
  emoji: readonly FontSlice[]
}

const notoOf = (weight: number): FaceFonts => ({
  letters: [
    ...slicesOf('noto-sans', weight),
    ...slicesOf('noto-sans-arabic', weight),
    ...Object.entries(FAMILIES).map(([script, family]) =>
      fontsource(family, weight, script, filesOf(family)[script]),
    ),
    // A sixth of the size of Noto Sans KR, with every syllable.
    ...slicesOf('nanum-gothic', weight),
  ],
  japanese: [fontsource('noto-sans-jp', weight, 'japanese'), ...slicesOf('noto-sans-jp', weight)],
  chinese: slicesOf('noto-sans-sc', weight),
  emoji: slicesOf('noto-emoji', weight),
})

const BOLD = notoOf(700)
const FACES: Record<Face, FaceFonts> = {
  display: { ...BOLD, letters: [...slicesOf('bricolage-grotesque', 700), ...BOLD.letters] },
  text: notoOf(400),
  strong: BOLD,
}

/**
 * Splits a text into runs that can each be set in one font file. A run continues while its font has
 * the characters, so that a name is not split at a space or a full stop. A character that no font
 * has is set in the face's first font, as the box for a missing glyph.
 */
export function fontRuns(text: string, face: Face): { text: string; slice: FontSlice }[] {
  const runs: { text: string; slice: FontSlice }[] = []
  const slices = slicesFor(text, face)
  for (const { segment } of GRAPHEMES.segment(text)) {
    for (const part of partsOf(segment, slices)) {
      const last = runs.at(-1)
      if (last && covers(last.slice, part)) last.text += part
      else runs.push({ text: part, slice: sliceFor(part, slices) })
    }
  }
  return runs
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
const HAN = /\p{Script=Han}/gu

/** A sign that Japanese does not have makes a text Chinese, so that all of it is set in one family. */
function slicesFor(text: string, face: Face): readonly FontSlice[] {
  const { letters, japanese, chinese, emoji } = FACES[face]
  const signs = text.match(HAN) ?? []
  const isJapanese = signs.every((sign) => japanese.some((slice) => covers(slice, sign)))
  return [...letters, ...(isJapanese ? [japanese, chinese] : [chinese, japanese]).flat(), ...emoji]
}

/** Joiners, selectors of a variant, colours of skin: without them a sign still says what it means. */
const REFINING = /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/u

/** One grapheme, or its characters if they are in several fonts: a family of emoji, for example. */
const partsOf = (grapheme: string, slices: readonly FontSlice[]): string[] =>
  slices.some((slice) => covers(slice, grapheme))
    ? [grapheme]
    : [...grapheme].filter((character) => !REFINING.test(character))

function sliceFor(part: string, slices: readonly FontSlice[]): FontSlice {
  const slice = slices.find((candidate) => covers(candidate, part)) ?? slices.find(isLatin)
  if (!slice) throw new Error('No face has a Latin font')
  return slice
}

const isLatin = ({ name }: FontSlice): boolean => name.includes('-latin-')

const covers = ({ ranges, font }: FontSlice, grapheme: string): boolean =>
  [...grapheme].every((character) => {
    const code = character.codePointAt(0) ?? 0
    const isListed = ranges === null || ranges.some(([from, to]) => code >= from && code <= to)
    return isListed && font().hasGlyphForCodePoint(code)
  })
