import { brandAccent, brandInkHue, contrastRatio, type Oklch, oklch, toHex } from '@foyer/domain'
import type { Random } from './random.ts'

export type Theme = 'dark' | 'light'

/** The inks of one poster as hex, for old renderers too. Flat colours only, as in print. */
export interface Palette {
  ground: string
  /** One step off the ground: shapes that are felt rather than seen. */
  quiet: string
  figure: string
  /** The figure in shadow. */
  shade: string
  second: string
  spot: string
  /** Lettering on the ground, at least 4.5:1. */
  type: string
  /** Lettering on the spot colour, at least 4.5:1. */
  onSpot: string
}

/** WCAG 2.2 AA for text (1.4.3), with a hair to spare for rounding to hex. */
const LETTERING_RATIO = 4.55
const VERMILION = 36

/** A warm partner for any hue: vermilion, or a red beyond it where the tenant itself is vermilion. */
const warmPartner = (hue: number): number => {
  const apart = Math.abs(((((hue - VERMILION) % 360) + 540) % 360) - 180)
  return apart < 30 ? hue - 50 : VERMILION
}

/** The tenant's inks: its accent, a warm partner, its ink in three depths, and the two neutrals. */
const inks = (hue: number) => {
  const inkHue = brandInkHue(hue)
  return {
    night: oklch(0.255, 0.045, inkHue),
    deep: oklch(0.335, 0.1, inkHue - 14),
    far: oklch(0.48, 0.15, inkHue - 14),
    brand: brandAccent(hue),
    ember: oklch(0.63, 0.2, warmPartner(hue)),
    cream: oklch(0.945, 0.04, 85),
    paper: oklch(0.915, 0.045, 82),
  }
}

export const COLOURWAY_NAMES = ['plain', 'deep', 'warm', 'far', 'lit'] as const
export type ColourwayName = (typeof COLOURWAY_NAMES)[number]

type Ink = keyof ReturnType<typeof inks>
interface Colourway {
  ground: Ink
  figure: Ink
  second: Ink
  spot: Ink
}

/** Each row is a poster's printing order. Dark sheets glow on ink, light sheets are paper first. */
const COLOURWAYS: Record<Theme, Record<ColourwayName, Colourway>> = {
  dark: {
    plain: { ground: 'night', figure: 'brand', second: 'ember', spot: 'cream' },
    deep: { ground: 'deep', figure: 'brand', second: 'ember', spot: 'cream' },
    warm: { ground: 'ember', figure: 'night', second: 'brand', spot: 'cream' },
    far: { ground: 'far', figure: 'night', second: 'brand', spot: 'cream' },
    lit: { ground: 'brand', figure: 'night', second: 'ember', spot: 'cream' },
  },
  light: {
    plain: { ground: 'paper', figure: 'deep', second: 'brand', spot: 'ember' },
    deep: { ground: 'deep', figure: 'brand', second: 'ember', spot: 'cream' },
    warm: { ground: 'ember', figure: 'cream', second: 'brand', spot: 'night' },
    far: { ground: 'paper', figure: 'ember', second: 'brand', spot: 'deep' },
    lit: { ground: 'brand', figure: 'deep', second: 'cream', spot: 'ember' },
  },
}

const shift = (colour: Oklch, by: number): Oklch => oklch(colour.l + by, colour.c, colour.h)

/** Dark colours shade downwards less than light ones, or they would all end in black. */
const shadeOf = (colour: Oklch): Oklch =>
  colour.l < 0.4 ? shift(colour, 0.09) : oklch(colour.l - 0.13, colour.c * 0.95, colour.h - 6)

/** A step away from the lettering, so that it reads there too; only night must step towards it. */
const quietOn = (ground: Oklch, lettering: Oklch): Oklch =>
  shift(ground, ground.l < 0.4 || lettering.l < ground.l ? 0.05 : -0.05)

/** Night or cream, whichever reads better, on a colour moved away from it until it reads at AA. */
const lettered = (colour: Oklch, { night, cream }: { night: Oklch; cream: Oklch }) => {
  const type = contrastRatio(night, colour) > contrastRatio(cream, colour) ? night : cream
  const away = type === night ? 0.005 : -0.005
  let ground = colour
  while (contrastRatio(type, ground) < LETTERING_RATIO) ground = shift(ground, away)
  return { ground, type }
}

/** Mixes the inks of a hue by one of the colourways that suit the composition. */
export const mixPalette = (
  hue: number,
  theme: Theme,
  random: Random,
  suited: readonly [ColourwayName, ...ColourwayName[]],
): Palette => {
  const ink = inks(hue)
  const way = COLOURWAYS[theme][random.pick(suited)]
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
  }
}
