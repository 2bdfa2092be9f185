import type { Font, Glyph, GlyphRun } from 'fontkit'
import { BoundedMap } from '../../engine/bounded-map.ts'

/** Some 4 MB, over all fonts. The labels and terms of every ticket always fit. */
const MOST_CACHED = 8000
const cache = new BoundedMap<string, GlyphRun>(MOST_CACHED)

/** Scripts that need no shaping beyond their letters and accents. */
const PLAIN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]*$/u
/** Families, flags and the like, which a font makes of several signs. */
const EMOJI = /[\p{Emoji_Presentation}\p{Regional_Indicator}]|\ufe0f/u
/** Keeps composed letters whole, so that they are copied correctly; ligatures must be split. */
const WHOLE_LETTERS = { ccmp: false }
const MYANMAR = /\p{Script=Myanmar}/u
/** A letter with what is stacked below it, its four medials, and the vowel that is drawn before it. */
const MYANMAR_SYLLABLE =
  /([\u1000-\u1021\u103f](?:\u1039[\u1000-\u1021])*)(\u103b?)(\u103c?)(\u103d?\u103e?)(\u1031?)/g
/** The forms that the library chooses for other scripts of India and its neighbours. */
const MYANMAR_FORMS = {
  ...{ rphf: true, pref: true, blwf: true, pstf: true },
  ...{ pres: true, abvs: true, blws: true, psts: true },
}
/** Where marks are anchored. The library throws on anchors that some fonts leave out. */
const LOOSE_MARKS = { mark: false, mkmk: false, abvm: false, blwm: false }
const JOINER = 0x200d

/**
 * Wraps a font so that it shapes each text once: shaping takes a millisecond or more per line, and
 * all tickets of an order, and most texts of all tickets, are the same.
 */
export function rememberLayouts(name: string, font: Font): Font {
  return Object.create(font, {
    layout: {
      value(text: string): GlyphRun {
        const key = `${name} ${text}`
        let run = cache.get(key)
        if (!run) {
          run = shape(font, text)
          cache.set(key, run)
        }
        // PDFKit scales the positions in place, so each caller gets a copy.
        const positions = run.positions.map((position) => ({ ...position }))
        return Object.create(run, {
          glyphs: { value: run.glyphs.map(named) },
          positions: { value: positions },
          advanceWidth: { value: run.advanceWidth },
        })
      },
    },
  })
}

function shape(font: Font, text: string): GlyphRun {
  if (PLAIN.test(text) && !EMOJI.test(text)) return font.layout(text, WHOLE_LETTERS)
  const isMyanmar = MYANMAR.test(text)
  // The library reorders other scripts itself.
  const ordered = isMyanmar ? text.replace(MYANMAR_SYLLABLE, '$5$3$1$2$4') : text
  const forms: Record<string, boolean> = isMyanmar ? MYANMAR_FORMS : {}
  try {
    return font.layout(ordered, forms)
  } catch {
    // A mark in its usual place is better than no ticket.
    return font.layout(ordered, { ...forms, ...LOOSE_MARKS })
  }
}

/** A glyph for the dots of a letter has no character, and readers would invent one. */
const named = (glyph: Glyph): Glyph =>
  glyph.codePoints.length > 0 ? glyph : Object.create(glyph, { codePoints: { value: [JOINER] } })
