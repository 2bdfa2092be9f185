import { type Colour, contrastRatio, formatOklch as css, type Oklch, oklch } from './colour.ts'

/** The colours that a tenant chooses; all others are derived from them. */
export interface Brand {
  /** OKLCH hue of the accent in degrees, 0..360. */
  hue: number
  /** OKLCH chroma of the accent; the default is strong without being neon. */
  chroma?: number
  /** The hue of ink and text, if the tenant does not want the derived one. */
  inkHue?: number
}

/** The hue of the platform itself: marigold. */
export const PLATFORM_HUE = 75

/** The stylesheet depends on these names: in kebab case they are its custom properties. */
export const TOKEN_NAMES = [
  'page',
  'surface',
  'raised',
  'hover',
  'edge',
  'edgeStrong',
  'text',
  'muted',
  'faint',
  'accent',
  'accentInk',
  'accentHover',
  'accentText',
  'accentSoft',
  'danger',
  'dangerInk',
  'dangerText',
  'dangerSoft',
  'success',
  'successText',
  'successSoft',
  'warning',
  'warningText',
  'warningSoft',
  'focus',
] as const
export type TokenName = (typeof TOKEN_NAMES)[number]
export type Tokens = Record<TokenName, string>

/**
 * The contrast of WCAG 2.2 AA (1.4.3 text, 1.4.11 parts of controls), and a little more, because
 * colours are rounded.
 */
const TEXT_RATIO = 4.52
const CONTROL_RATIO = 3.02
const DANGER_HUE = 26
const SUCCESS_HUE = 152
const WARNING_HUE = 82
const PAPER_HUE = 82
const BLUE_BLACK_HUE = 268
const BRIGHT_FILL = 0.64
const INK_CHROMA = 0.02

/**
 * One row per theme; `away` is the direction in which lightness moves to gain contrast with the
 * page.
 */
interface Ground {
  away: 1 | -1
  hue: number
  page: number
  surface: number
  raised: number
  hover: number
  edge: number
  chroma: number
  text: number
  muted: number
  faint: number
  signal: number
  soft: number
  softChroma: number
}
const DARK: Omit<Ground, 'hue'> = {
  away: 1,
  page: 0.196,
  surface: 0.23,
  raised: 0.266,
  hover: 0.302,
  edge: 0.352,
  chroma: 0.02,
  text: 0.955,
  muted: 0.77,
  faint: 0.64,
  signal: 0.76,
  soft: 0.3,
  softChroma: 0.052,
}
const LIGHT: Omit<Ground, 'hue'> = {
  away: -1,
  page: 0.96,
  surface: 0.98,
  raised: 0.997,
  hover: 0.932,
  edge: 0.868,
  chroma: 0.016,
  text: 0.235,
  muted: 0.45,
  faint: 0.54,
  signal: 0.66,
  soft: 0.928,
  softChroma: 0.045,
}

/**
 * Moves the lightness of `start` by steps of 1/200 until the contrast with all grounds is high
 * enough.
 */
const readable = (start: Oklch, grounds: Colour[], ratio: number, away: 1 | -1): Oklch => {
  let colour = start
  for (let l = start.l; l >= 0 && l <= 1; l += 0.005 * away) {
    colour = oklch(l, start.c, start.h)
    if (grounds.every((ground) => contrastRatio(colour, ground) >= ratio)) return colour
  }
  return oklch(away === 1 ? 1 : 0, 0, start.h)
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/**
 * The accent at the lightness at which its hue is most recognisable: yellow is bright, blue is
 * dark. Greens get less chroma, because they look neon at a chroma at which an orange looks warm.
 */
export const brandAccent = (hue: number, chroma?: number): Oklch => {
  const lightness = 0.7 + 0.1 * Math.cos(radians(hue - 95))
  const natural = 0.165 - 0.04 * Math.max(0, Math.cos(radians(hue - 172)))
  return oklch(lightness, chroma ?? natural, hue)
}

/**
 * A fill and the colour of the text on it: dark on bright fills, white on dark ones, which are
 * darkened until the text is readable.
 */
const fillWithInk = (fill: Oklch, inkHue: number): { fill: Oklch; ink: Oklch } => {
  const ink = oklch(0.17, 0.03, inkHue)
  if (fill.l >= BRIGHT_FILL && contrastRatio(fill, ink) >= TEXT_RATIO) return { fill, ink }
  const white = oklch(0.995, 0.004, fill.h)
  return { fill: readable(fill, [white], TEXT_RATIO, -1), ink: white }
}

/**
 * The hue of ink: blue-black, moved a fifth of the way to the accent, so plum for marigold and navy
 * for sea green.
 */
export const brandInkHue = (hue: number): number =>
  BLUE_BLACK_HUE + (((((hue - BLUE_BLACK_HUE) % 360) + 540) % 360) - 180) / 5

const themeTokens = (ground: Ground, accent: Oklch, inkHue: number): Tokens => {
  const { away, hue } = ground
  const step = (l: number) => oklch(l, ground.chroma, hue)
  const ink = (l: number) => oklch(l, INK_CHROMA, inkHue)
  const page = step(ground.page)
  const surface = step(ground.surface)
  const raised = step(ground.raised)
  const hover = step(ground.hover)
  const plain = [page, surface, raised]
  const every = [...plain, hover]

  const tinted = (fill: Oklch) => {
    const soft = oklch(ground.soft, ground.softChroma, fill.h)
    return { soft, text: readable(fill, [...every, soft], TEXT_RATIO, away) }
  }
  /**
   * The colour of a state has enough contrast with every ground by itself, as a dot or an icon
   * needs.
   */
  const signal = (h: number) => readable(oklch(ground.signal, 0.17, h), plain, CONTROL_RATIO, away)

  const action = fillWithInk(accent, inkHue)
  // The hover colour moves away from the colour of the text on it, so the contrast can only grow.
  const lift = action.ink.l < action.fill.l ? 0.04 : -0.04
  const accentTint = tinted(action.fill)
  const danger = fillWithInk(oklch(0.56, 0.2, DANGER_HUE), inkHue)
  const dangerTint = tinted(danger.fill)
  const success = signal(SUCCESS_HUE)
  const successTint = tinted(success)
  const warning = signal(WARNING_HUE)
  const warningTint = tinted(warning)
  const softs = [accentTint.soft, dangerTint.soft, successTint.soft, warningTint.soft]

  return {
    page: css(page),
    surface: css(surface),
    raised: css(raised),
    hover: css(hover),
    edge: css(step(ground.edge)),
    edgeStrong: css(readable(step(ground.edge), plain, CONTROL_RATIO, away)),
    text: css(readable(ink(ground.text), [...every, ...softs], 7, away)),
    muted: css(readable(ink(ground.muted), [...every, ...softs], TEXT_RATIO, away)),
    faint: css(readable(ink(ground.faint), every, TEXT_RATIO, away)),
    accent: css(action.fill),
    accentInk: css(action.ink),
    accentHover: css(oklch(action.fill.l + lift, action.fill.c, action.fill.h)),
    accentText: css(accentTint.text),
    accentSoft: css(accentTint.soft),
    danger: css(danger.fill),
    dangerInk: css(danger.ink),
    dangerText: css(dangerTint.text),
    dangerSoft: css(dangerTint.soft),
    success: css(success),
    successText: css(successTint.text),
    successSoft: css(successTint.soft),
    warning: css(warning),
    warningText: css(warningTint.text),
    warningSoft: css(warningTint.soft),
    focus: css(readable(action.fill, [...every, ...softs], CONTROL_RATIO, away)),
  }
}

/**
 * The colours of a tenant in both themes, as CSS `oklch()` texts that all exist in sRGB. For every
 * hue: text tokens reach 4.5:1 on the grounds they may be used on, `edgeStrong`, `focus` and the
 * signal fills 3:1. The lightness is adjusted to reach that, never the hue.
 */
export const brandTokens = (brand: Brand): { dark: Tokens; light: Tokens } => {
  const accent = brandAccent(brand.hue, brand.chroma)
  const inkHue = brand.inkHue ?? brandInkHue(brand.hue)
  return {
    dark: themeTokens({ ...DARK, hue: inkHue }, accent, inkHue),
    light: themeTokens({ ...LIGHT, hue: PAPER_HUE }, accent, inkHue),
  }
}

const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const declarations = (tokens: Tokens): string =>
  TOKEN_NAMES.map((name) => `--${kebab(name)}:${tokens[name]};`).join('')

/** The tenant's stylesheet: dark on the root and on `.dark`, light on `.light`. */
export const brandCss = (brand: Brand): string => {
  const { dark, light } = brandTokens(brand)
  return `:root,.dark{${declarations(dark)}color-scheme:dark}.light{${declarations(light)}color-scheme:light}`
}
