import { describe, expect, it } from 'vitest'
import { brandCss, brandTokens, TOKEN_NAMES, type TokenName } from './brand-tokens.ts'
import { contrastRatio, inSrgbGamut, parseOklch } from './colour.ts'

const HUES = Array.from({ length: 360 }, (_, hue) => hue)
const GROUNDS: TokenName[] = ['page', 'surface', 'raised']
const on = (grounds: TokenName[], names: TokenName[]): [TokenName, TokenName][] =>
  names.flatMap((name) => grounds.map((ground): [TokenName, TokenName] => [name, ground]))

const TEXT_PAIRS: [TokenName, TokenName][] = [
  ...on([...GROUNDS, 'hover'], ['text', 'muted', 'faint', 'accentText']),
  ...on(GROUNDS, ['dangerText', 'successText', 'warningText']),
  ...on(['accentSoft', 'dangerSoft', 'successSoft', 'warningSoft'], ['text', 'muted']),
  ...on(['accent', 'accentHover'], ['accentInk']),
  ['accentText', 'accentSoft'],
  ['dangerInk', 'danger'],
  ['dangerText', 'dangerSoft'],
  ['successText', 'successSoft'],
  ['warningText', 'warningSoft'],
]
const CONTROL_PAIRS: [TokenName, TokenName][] = [
  ...on(GROUNDS, ['edgeStrong', 'focus', 'success', 'warning']),
  ...on(['page', 'surface'], ['danger']),
]

/** Returns every pair below its ratio, so that a failure names hue, theme and tokens. */
const failures = (pairs: [TokenName, TokenName][], ratio: number, chroma?: number): string[] =>
  HUES.flatMap((hue) => {
    const themes = brandTokens({ hue, chroma })
    return (['dark', 'light'] as const).flatMap((theme) =>
      pairs
        .map(([name, ground]): [string, number] => [
          `${theme} ${hue}: ${name} on ${ground}`,
          contrastRatio(themes[theme][name], themes[theme][ground]),
        ])
        .filter(([, found]) => found < ratio)
        .map(([label, found]) => `${label} is ${found.toFixed(2)}`),
    )
  })

describe('brand tokens', () => {
  it('give text a contrast of 4.5:1 for every hue in both themes', () => {
    expect(failures(TEXT_PAIRS, 4.5)).toEqual([])
  })

  it('give controls, focus and signals a contrast of 3:1 for every hue in both themes', () => {
    expect(failures(CONTROL_PAIRS, 3)).toEqual([])
  })

  it.each([0, 0.04, 0.37])('reach these ratios for an accent of chroma %d', (chroma) => {
    expect(failures(TEXT_PAIRS, 4.5, chroma)).toEqual([])
    expect(failures(CONTROL_PAIRS, 3, chroma)).toEqual([])
  })

  it('exist in sRGB with the digits that are written', () => {
    const outside = HUES.flatMap((hue) => {
      const { dark, light } = brandTokens({ hue })
      return [...Object.values(dark), ...Object.values(light)].filter(
        (value) => !inSrgbGamut(parseOklch(value)),
      )
    })
    expect(outside).toEqual([])
  })

  it('never use pure black or pure white for text and page', () => {
    for (const hue of HUES) {
      const { dark, light } = brandTokens({ hue })
      expect(parseOklch(dark.page)).toMatchObject({ l: 0.196, c: 0.02 })
      expect(parseOklch(light.page).c).toBeGreaterThan(0.005)
    }
  })

  it('get lighter or darker in equal steps from page to hover', () => {
    const { dark } = brandTokens({ hue: 75 })
    const steps = (['page', 'surface', 'raised', 'hover', 'edge'] as const).map(
      (name) => parseOklch(dark[name]).l,
    )
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
  })

  it('keep the hue of marigold and of sea green in both themes', () => {
    for (const hue of [75, 170]) {
      const { dark, light } = brandTokens({ hue })
      expect(dark.accent).toBe(light.accent)
      expect(parseOklch(dark.accent)).toMatchObject({ h: hue })
      expect(parseOklch(dark.accent).c).toBeGreaterThan(0.12)
    }
  })

  it("use the tenant's hue for ink if it has chosen one", () => {
    expect(parseOklch(brandTokens({ hue: 75, inkHue: 20 }).dark.page).h).toBe(20)
  })
})

describe('brand stylesheet', () => {
  const css = brandCss({ hue: 75 })

  it('sets every token in both themes, dark by default', () => {
    expect(css).toMatch(/^:root,\.dark\{--page:oklch\([^)]+\);.*color-scheme:dark\}\.light\{/)
    expect(css).toMatch(/color-scheme:light\}$/)
    expect(css.match(/--[a-z-]+:/g)).toHaveLength(TOKEN_NAMES.length * 2)
  })

  it('writes the names in kebab case', () => {
    expect(css).toContain('--accent-ink:')
    expect(css).not.toMatch(/--[a-z-]*[A-Z]/)
  })
})
