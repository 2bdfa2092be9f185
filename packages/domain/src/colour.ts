/**
 * Colour arithmetic in OKLCH, the colour space of the tokens. Its lightness is perceived lightness,
 * so one rule gives steps that look even for every hue. Matrices: Björn Ottosson,
 * https://bottosson.github.io/posts/oklab/ (public domain).
 */

/** Lightness 0..1, chroma 0..about 0.37, hue in degrees. */
export interface Oklch {
  l: number
  c: number
  h: number
}

/** sRGB channels, 0..1, gamma-encoded. Values outside that range are out of gamut. */
export type Srgb = readonly [red: number, green: number, blue: number]

/** A colour as CSS text, `oklch(0.78 0.15 75)`, or as its three numbers. */
export type Colour = Oklch | string

// The tolerance is far below half a step of 8 bits; without it pure white would count as outside.
const GAMUT_SLACK = 1e-4

const encodeGamma = (linear: number): number => {
  const size = Math.abs(linear)
  if (size <= 0.0031308) return linear * 12.92
  return Math.sign(linear) * (1.055 * size ** (1 / 2.4) - 0.055)
}

const decodeGamma = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

/** Converts without clipping, so that a caller can see whether the colour exists in sRGB. */
export const oklchToSrgb = ({ l, c, h }: Oklch): Srgb => {
  const radians = (h * Math.PI) / 180
  const a = c * Math.cos(radians)
  const b = c * Math.sin(radians)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    encodeGamma(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    encodeGamma(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    encodeGamma(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]
}

/** Whether an sRGB screen can show the colour unchanged. */
export const inSrgbGamut = (colour: Oklch): boolean =>
  oklchToSrgb(colour).every((channel) => channel >= -GAMUT_SLACK && channel <= 1 + GAMUT_SLACK)

/** The greatest chroma, at most `wanted`, that sRGB can show at this lightness and hue. */
export const fitChroma = (l: number, h: number, wanted: number): number => {
  if (inSrgbGamut({ l, c: wanted, h })) return wanted
  let inside = 0
  let outside = wanted
  for (let step = 0; step < 14; step++) {
    const middle = (inside + outside) / 2
    if (inSrgbGamut({ l, c: middle, h })) inside = middle
    else outside = middle
  }
  return inside
}

/** Rounds down, so that a colour on the edge of the gamut stays inside when it is written. */
const written = (value: number, digits: number): number =>
  Math.floor(value * 10 ** digits + 1e-9) / 10 ** digits

/**
 * A colour that exists in sRGB and stays the same when it is written as CSS. If necessary its
 * chroma is lowered, never its hue changed.
 */
export const oklch = (l: number, c: number, h: number): Oklch => {
  const lightness = Math.round(l * 1e4) / 1e4
  const hue = Math.round((((h % 360) + 360) % 360) * 100) / 100
  return { l: lightness, c: written(fitChroma(lightness, hue, c), 4), h: hue }
}

export const formatOklch = ({ l, c, h }: Oklch): string => `oklch(${l} ${c} ${h})`

/**
 * Reads what {@link formatOklch} writes. Throws for any other text, which is a programming error.
 */
export const parseOklch = (text: string): Oklch => {
  const [, l, c, h] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text) ?? []
  if (l === undefined || c === undefined || h === undefined) {
    throw new TypeError(`Not an oklch() colour: ${text}`)
  }
  return { l: Number(l), c: Number(c), h: Number(h) }
}

/** The eight-bit channels that a screen shows. */
const screenChannels = (colour: Colour): number[] =>
  oklchToSrgb(typeof colour === 'string' ? parseOklch(colour) : colour).map((channel) =>
    Math.round(Math.min(1, Math.max(0, channel)) * 255),
  )

/** `#rrggbb`, for renderers that do not know `oklch()`. */
export const toHex = (colour: Colour): string =>
  `#${screenChannels(colour)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`

/** `rgb(r, g, b)`, for renderers that read neither. */
export const toRgb = (colour: Colour): string => `rgb(${screenChannels(colour).join(', ')})`

const luminance = (colour: Colour): number => {
  const [red = 0, green = 0, blue = 0] = screenChannels(colour).map((channel) =>
    decodeGamma(channel / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2 contrast ratio, 1..21, of two colours as a screen shows them, in any order. */
export const contrastRatio = (a: Colour, b: Colour): number => {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}
