/**
 * The letters of the posters: capitals and figures as centre lines that are drawn with a stroke, so
 * that one drawing serves every weight. A picture in an `<img>` cannot load a web font; a path
 * always looks the same.
 *
 * A letter is in a box 100 high, from the cap line (0) to the base line (100), measured along the
 * middle of the stroke. Only `M` is absolute, so that a letter is moved by moving its `M`s.
 * Diagonals extend beyond the box and are cut off square at both lines.
 */
export interface Glyph {
  /** The width between the middles of the outer strokes. */
  width: number
  path: string
}

const glyph = (width: number, path: string): Glyph => ({ width, path })

const FIGURES: Record<string, Glyph> = {
  '0': glyph(36, 'M0 18a18 18 0 0 1 36 0v64a18 18 0 0 1-36 0z'),
  '1': glyph(17, 'M-1 14c10 0 18-8 18-34v120'),
  '2': glyph(36, 'M0 27v-9a18 18 0 0 1 36 0v9c0 32-36 33-36 73h36'),
  '3': glyph(
    36,
    'M0 18a18 18 0 0 1 36 0v12a18 18 0 0 1-18 18h-2h2a18 18 0 0 1 18 18v16a18 18 0 0 1-36 0',
  ),
  '4': glyph(46, 'M22-17l-24 93h48M35 38v78'),
  '5': glyph(36, 'M33 0h-33v44h18a18 18 0 0 1 18 18v20a18 18 0 0 1-36 0v-2'),
  '6': glyph(36, 'M36 19v-1a18 18 0 0 0-36 0v64a18 18 0 0 0 36 0v-12a18 18 0 0 0-36 0'),
  '7': glyph(34, 'M-2 0h36v8c0 34-22 50-22 112'),
  '8': glyph(
    36,
    'M1 18a17 18 0 0 1 34 0v12a17 17 0 0 1-34 0zM0 66a18 18 0 0 1 36 0v16a18 18 0 0 1-36 0z',
  ),
  '9': glyph(36, 'M0 81v1a18 18 0 0 0 36 0v-64a18 18 0 0 0-36 0v12a18 18 0 0 0 36 0'),
}

const CAPITALS: Record<string, Glyph> = {
  A: glyph(36, 'M0 100v-82a18 18 0 0 1 36 0v82M0 63h36'),
  B: glyph(
    36,
    'M0 48h17a17 17 0 0 0 17-17v-14a17 17 0 0 0-17-17h-17v100h18a18 18 0 0 0 18-18v-16a18 18 0 0 0-18-18z',
  ),
  C: glyph(36, 'M36 30v-12a18 18 0 0 0-36 0v64a18 18 0 0 0 36 0v-12'),
  D: glyph(36, 'M0 0h18a18 18 0 0 1 18 18v64a18 18 0 0 1-18 18h-18z'),
  E: glyph(28, 'M28 0h-28v100h28M0 49h24'),
  F: glyph(27, 'M27 0h-27v100M0 51h22'),
  G: glyph(36, 'M36 22v-4a18 18 0 0 0-36 0v64a18 18 0 0 0 36 0v-24h-10'),
  H: glyph(36, 'M0 0v100M36 0v100M0 49h36'),
  I: glyph(0, 'M0 0v100'),
  J: glyph(30, 'M30 0v84a15 16 0 0 1-30 0v-8'),
  K: glyph(38, 'M0 0v100M43-22l-33 74l34 72'),
  L: glyph(26, 'M0 0v100h26'),
  M: glyph(64, 'M0 100v-100h16a16 18 0 0 1 16 18v82M32 18a16 18 0 0 1 32 0v82'),
  N: glyph(36, 'M0 100v-100h18a18 18 0 0 1 18 18v82'),
  O: glyph(36, 'M0 18a18 18 0 0 1 36 0v64a18 18 0 0 1-36 0z'),
  P: glyph(36, 'M0 100v-100h18a18 18 0 0 1 18 18v18a18 18 0 0 1-18 18h-18'),
  Q: glyph(36, 'M0 18a18 18 0 0 1 36 0v64a18 18 0 0 1-36 0zM18 74l24 48'),
  R: glyph(
    36,
    'M0 100v-100h18a18 18 0 0 1 18 18v15a18 18 0 0 1-18 18h-18M16 51h2a18 18 0 0 1 18 18v31',
  ),
  S: glyph(36, 'M36 28v-10a18 18 0 0 0-36 0v7c0 30 36 20 36 50v7a18 18 0 0 1-36 0v-10'),
  T: glyph(36, 'M0 0h36M18 0v100'),
  U: glyph(36, 'M0 0v82a18 18 0 0 0 36 0v-82'),
  V: glyph(40, 'M-3-14l23 112 23-112'),
  W: glyph(64, 'M0 0v82a16 18 0 0 0 32 0v-82M32 82a16 18 0 0 0 32 0v-82'),
  X: glyph(38, 'M-3-14l44 128M41-14l-44 128'),
  Y: glyph(38, 'M-4-14l23 70 23-70M19 52v66'),
  Æ: glyph(58, 'M0 100v-82a18 18 0 0 1 18-18h40M30 0v100h28M0 63h30M30 49h24'),
  Œ: glyph(58, 'M58 0h-40a18 18 0 0 0-18 18v64a18 18 0 0 0 18 18h40M30 0v100M30 49h24'),
  Ø: glyph(36, 'M0 18a18 18 0 0 1 36 0v64a18 18 0 0 1-36 0zM42-16l-48 132'),
  Ł: glyph(26, 'M0 0v100h26M-12 62l28-20'),
  Z: glyph(34, 'M0 0h34v8l-34 84v8h34'),
}

const SIGNS: Record<string, Glyph> = {
  ' ': glyph(2, ''),
  '.': glyph(0, 'M0 100h.1'),
  ',': glyph(0, 'M3 88l-9 30'),
  ':': glyph(0, 'M0 36h.1M0 100h.1'),
  "'": glyph(0, 'M0 0v14'),
  '’': glyph(0, 'M0 0v14'),
  '-': glyph(16, 'M0 52h16'),
  '–': glyph(26, 'M0 52h26'),
  '—': glyph(40, 'M0 52h40'),
  '·': glyph(0, 'M0 52h.1'),
  '!': glyph(0, 'M0 0v58M0 100h.1'),
  '?': glyph(34, 'M0 27v-9a17 18 0 0 1 34 0v8c0 20-17 16-17 36M17 100h.1'),
  '/': glyph(34, 'M38-14l-42 128'),
  '+': glyph(34, 'M17 34v36M-1 52h36'),
  '&': glyph(
    44,
    'M44 114l-35-80c-6-16-4-34 9-34s18 14 10 26c-10 14-28 24-28 48a18 26 0 0 0 36 4v-10',
  ),
  '(': glyph(12, 'M14-8c-18 30-18 86 0 116'),
  ')': glyph(12, 'M-2-8c18 30 18 86 0 116'),
}

/** Marks over a capital, by combining character: x from the letter's middle, y from its top. */
const ACCENTS: Record<string, Glyph> = {
  '\u0300': glyph(0, 'M-9-17l13 9'),
  '\u0301': glyph(0, 'M9-17l-13 9'),
  '\u0302': glyph(0, 'M-13-8l13-9l13 9'),
  '\u0303': glyph(0, 'M-15-10q8-8 15-2t15-2'),
  '\u0308': glyph(0, 'M-13-12h.1M13-12h.1'),
  '\u030a': glyph(0, 'M-3-12h6'),
  '\u030c': glyph(0, 'M-13-17l13 9l13-9'),
}

/** Marks under a capital: x from the letter's middle, y from its foot. */
const HOOKS: Record<string, Glyph> = {
  '\u0327': glyph(0, 'M0 0v7h9v9h-14'),
  '\u0328': glyph(0, 'M4 0c-8 6-8 15 7 15'),
}

const GLYPHS: ReadonlyMap<string, Glyph> = new Map(
  Object.entries({ ...FIGURES, ...CAPITALS, ...SIGNS }),
)

export const glyphOf = (character: string): Glyph | undefined => GLYPHS.get(character)
export const accentOf = (character: string): Glyph | undefined => ACCENTS[character]

export const hookOf = (character: string): Glyph | undefined => HOOKS[character]
