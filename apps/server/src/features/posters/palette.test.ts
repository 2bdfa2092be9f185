import { describe, expect, it } from 'vitest'
import { COLOURWAY_NAMES, mixPalette, type Palette } from './palette.ts'

/** The WCAG contrast of two `#rrggbb`, computed independently of the code under test. */
const contrast = (a: string, b: string): number => {
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  }
  const [x, y] = [luminance(a), luminance(b)]
  return Math.max(x, y) / Math.min(x, y)
}

const everyPalette = (): [label: string, palette: Palette][] =>
  Array.from({ length: 360 }, (_, hue) => hue).flatMap((hue) =>
    COLOURWAY_NAMES.map((name): [string, Palette] => [`${name} ${hue}`, mixPalette(hue, name)]),
  )

const below = (ratio: number, of: (palette: Palette) => [string, string]): string[] =>
  everyPalette()
    .map(([label, palette]): [string, number] => [label, contrast(...of(palette))])
    .filter(([, found]) => found < ratio)
    .map(([label, found]) => `${label} ${found.toFixed(2)}`)

describe('the colours of a poster, for every hue and colourway', () => {
  it('give letters a contrast of 4.5:1 on the ground and on the spot colour', () => {
    expect(below(4.5, ({ type, ground }) => [type, ground])).toEqual([])
    expect(below(4.5, ({ onSpot, spot }) => [onSpot, spot])).toEqual([])
  })

  it('give letters a contrast of 4.5:1 over quiet shapes', () => {
    expect(below(4.5, ({ type, quiet }) => [type, quiet])).toEqual([])
  })

  it('keep figure, second and spot distinct from the ground', () => {
    for (const [label, { ground, figure, second, spot }] of everyPalette()) {
      expect(new Set([ground, figure, second, spot]).size, label).toBe(4)
    }
    expect(below(1.6, ({ figure, ground }) => [figure, ground])).toEqual([])
  })
})
