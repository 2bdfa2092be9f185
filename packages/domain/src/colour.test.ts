import { describe, expect, it } from 'vitest'
import {
  contrastRatio,
  fitChroma,
  formatOklch,
  inSrgbGamut,
  oklch,
  oklchToSrgb,
  parseOklch,
  toHex,
} from './colour.ts'

describe('OKLCH to sRGB', () => {
  it.each([
    ['white', { l: 1, c: 0, h: 0 }, '#ffffff'],
    ['black', { l: 0, c: 0, h: 0 }, '#000000'],
    ['red', { l: 0.62796, c: 0.25768, h: 29.234 }, '#ff0000'],
    ['lime', { l: 0.86644, c: 0.29483, h: 142.495 }, '#00ff00'],
    ['blue', { l: 0.45201, c: 0.31321, h: 264.052 }, '#0000ff'],
    ['rebeccapurple', { l: 0.44027, c: 0.1603, h: 303.373 }, '#663399'],
  ])('converts %s to the hex value that CSS has for it', (_name, colour, hex) => {
    expect(toHex(colour)).toBe(hex)
  })

  it('does not clip a colour outside of sRGB', () => {
    const vivid = { l: 0.7, c: 0.35, h: 150 }
    expect(Math.min(...oklchToSrgb(vivid))).toBeLessThan(0)
    expect(inSrgbGamut(vivid)).toBe(false)
  })
})

describe('fitting into sRGB', () => {
  it('keeps a chroma that sRGB can show and lowers one that it cannot', () => {
    expect(fitChroma(0.7, 75, 0.05)).toBe(0.05)
    const fitted = fitChroma(0.7, 150, 0.35)
    expect(fitted).toBeLessThan(0.35)
    expect(inSrgbGamut({ l: 0.7, c: fitted, h: 150 })).toBe(true)
    expect(inSrgbGamut({ l: 0.7, c: fitted + 0.005, h: 150 })).toBe(false)
  })

  it('wraps hues, and gives the same colour after it was written and read', () => {
    const colour = oklch(0.61234567, 0.4, -75)
    expect(colour.h).toBe(285)
    expect(parseOklch(formatOklch(colour))).toEqual(colour)
    expect(inSrgbGamut(colour)).toBe(true)
  })

  it('refuses a text that formatOklch does not write', () => {
    expect(() => parseOklch('oklch(70% 0.1 20 / 50%)')).toThrow(TypeError)
    expect(() => parseOklch('#ffffff')).toThrow(TypeError)
  })
})

describe('contrast', () => {
  it('is 21 for black on white, in either order, and 1 for a colour on itself', () => {
    const black = oklch(0, 0, 0)
    const white = oklch(1, 0, 0)
    expect(contrastRatio(black, white)).toBeCloseTo(21, 5)
    expect(contrastRatio(white, black)).toBeCloseTo(21, 5)
    expect(contrastRatio(white, white)).toBe(1)
  })

  it('matches the value published for #767676 on white', () => {
    const grey = oklch(0.5666, 0, 0)
    expect(toHex(grey)).toBe('#767676')
    expect(contrastRatio(formatOklch(grey), 'oklch(1 0 0)')).toBeCloseTo(4.54, 2)
  })
})
