import { brandAccent, brandInkHue, contrastRatio, type Oklch, oklch, toHex } from '@foyer/domain'

/**
 * The colours of one poster as hex, which old renderers also read. They are flat colours, as in
 * print.
 */
export interface Palette {
  ground: string
  /** A colour one step off the ground, for shapes that are barely visible. */
  quiet: string
  figure: string
  /** A darker figure colour, for shadows. */
  shade: string
  second: string
  spot: string
  /** Letters on the ground; contrast at least 4.5:1. */
  type: string
  /** Letters on the spot colour; contrast at least 4.5:1. */
  onSpot: string
  /** For what is dark or bright by nature, such as a night or a lamp. */
  dark: string
  light: string
}

/**
 * The contrast that WCAG 2.2 AA requires for text (1.4.3), and a little more, since hex values are
 * rounded.
 */
const LETTERING_RATIO = 4.55
const VERMILION = 36

/** A warm second colour for any hue: vermilion, or a red if the tenant's own hue is vermilion. */
const warmPartner = (hue: number): number => {
  const apart = Math.abs(((((hue - VERMILION) % 360) + 540) % 360) - 180)
  return apart < 30 ? hue - 50 : VERMILION
}

/** A green, unless the tenant's own hue is one: then a violet. */
const coolPartner = (hue: number): number => (Math.abs(hue - 155) < 45 ? 300 : 155)

/**
 * The tenant's inks: its accent, a warm and a cool partner in two depths each, its ink in three
 * depths, and two neutrals.
 */
const inks = (hue: number) => {
  const inkHue = brandInkHue(hue)
  return {
    night: oklch(0.255, 0.045, inkHue),
    deep: oklch(0.335, 0.1, inkHue - 14),
    far: oklch(0.48, 0.15, inkHue - 14),
    sky: oklch(0.8, 0.075, inkHue - 22),
    brand: brandAccent(hue),
    ember: oklch(0.63, 0.2, warmPartner(hue)),
    rose: oklch(0.83, 0.075, warmPartner(hue) - 14),
    wine: oklch(0.37, 0.125, warmPartner(hue) - 22),
    leaf: oklch(0.46, 0.095, coolPartner(hue)),
    cream: oklch(0.945, 0.04, 85),
    paper: oklch(0.915, 0.045, 82),
  }
}

type Ink = keyof ReturnType<typeof inks>
interface Colourway {
  ground: Ink
  figure: Ink
  second: Ink
  spot: Ink
}

/** Each row assigns inks to the layers of a poster. An event has one of them, in both themes. */
const COLOURWAYS = {
  night: { ground: 'night', figure: 'brand', second: 'ember', spot: 'cream' },
  deep: { ground: 'deep', figure: 'brand', second: 'rose', spot: 'cream' },
  ember: { ground: 'ember', figure: 'night', second: 'brand', spot: 'cream' },
  far: { ground: 'far', figure: 'night', second: 'brand', spot: 'cream' },
  brand: { ground: 'brand', figure: 'deep', second: 'ember', spot: 'cream' },
  cream: { ground: 'cream', figure: 'ember', second: 'deep', spot: 'brand' },
  paper: { ground: 'paper', figure: 'far', second: 'brand', spot: 'night' },
  rose: { ground: 'rose', figure: 'wine', second: 'ember', spot: 'cream' },
  sky: { ground: 'sky', figure: 'deep', second: 'ember', spot: 'cream' },
  wine: { ground: 'wine', figure: 'ember', second: 'rose', spot: 'brand' },
  leaf: { ground: 'leaf', figure: 'night', second: 'brand', spot: 'cream' },
  dusk: { ground: 'night', figure: 'rose', second: 'far', spot: 'brand' },
} as const satisfies Record<string, Colourway>

export type ColourwayName = keyof typeof COLOURWAYS
export const COLOURWAY_NAMES: readonly [ColourwayName, ...ColourwayName[]] = [
  'night',
  'deep',
  'ember',
  'far',
  'brand',
  'cream',
  'paper',
  'rose',
  'sky',
  'wine',
  'leaf',
  'dusk',
]

const shift = (colour: Oklch, by: number): Oklch => oklch(colour.l + by, colour.c, colour.h)

/** Dark colours are darkened less than light ones, or all of them would become black. */
const shadeOf = (colour: Oklch): Oklch =>
  colour.l < 0.4 ? shift(colour, 0.09) : oklch(colour.l - 0.13, colour.c * 0.95, colour.h - 6)

/**
 * A step away from the letters' colour, so that letters stay readable on it. Only night must step
 * towards it.
 */
const quietOn = (ground: Oklch, lettering: Oklch): Oklch =>
  shift(ground, ground.l < 0.4 || lettering.l < ground.l ? 0.05 : -0.05)

/**
 * Returns night or cream, whichever has the better contrast, with the colour moved away from it
 * until the contrast reaches AA.
 */
const lettered = (colour: Oklch, { night, cream }: { night: Oklch; cream: Oklch }) => {
  const type = contrastRatio(night, colour) > contrastRatio(cream, colour) ? night : cream
  const away = type === night ? 0.005 : -0.005
  let ground = colour
  while (contrastRatio(type, ground) < LETTERING_RATIO) ground = shift(ground, away)
  return { ground, type }
}

/** Assigns the inks of a hue to the layers of a poster. */
export const mixPalette = (hue: number, name: ColourwayName): Palette => {
  const ink = inks(hue)
  const way: Colourway = COLOURWAYS[name]
  const { ground, type } = lettered(ink[way.ground], ink)
  const spot = lettered(ink[way.spot], ink)
  return {
    ground: toHex(ground),
    quiet: toHex(quietOn(ground, type)),
    figure: toHex(ink[way.figure]),
    shade: toHex(shadeOf(ink[way.figure])),
    second: toHex(ink[way.second]),
    spot: toHex(spot.ground),
    type: toHex(type),
    onSpot: toHex(spot.type),
    dark: toHex(ground.l < 0.4 ? ground : ink.night),
    light: toHex(ground.l > 0.9 ? ground : ink.cream),
  }
}
