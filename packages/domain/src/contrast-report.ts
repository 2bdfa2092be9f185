import { type Brand, brandTokens, type TokenName, type Tokens } from './brand-tokens.ts'
import { contrastRatio } from './colour.ts'

/** What of a theme has to be readable, and by which contrast: WCAG 2.2, 1.4.3 and 1.4.11. */
const CONTRAST_PAIRS = [
  { what: 'Text on the page', colour: 'text', ground: 'page', wanted: 4.5 },
  { what: 'Quiet text on the page', colour: 'muted', ground: 'page', wanted: 4.5 },
  { what: 'Text on a button', colour: 'accentInk', ground: 'accent', wanted: 4.5 },
  { what: 'Coloured text on the page', colour: 'accentText', ground: 'page', wanted: 4.5 },
  { what: 'The ring around what has the focus', colour: 'focus', ground: 'page', wanted: 3 },
] as const satisfies readonly {
  what: string
  colour: TokenName
  ground: TokenName
  wanted: number
}[]

/** One pair of colours with the contrast it has and the one it needs. */
export interface ContrastRow {
  what: string
  wanted: number
  dark: { colour: string; ground: string; ratio: number }
  light: { colour: string; ground: string; ratio: number }
}

/** How readable a brand is in both themes. */
export function contrastReport(brand: Brand): ContrastRow[] {
  const { dark, light } = brandTokens(brand)
  return CONTRAST_PAIRS.map(({ what, colour, ground, wanted }) => {
    const of = (tokens: Tokens) => ({
      colour: tokens[colour],
      ground: tokens[ground],
      ratio: contrastRatio(tokens[colour], tokens[ground]),
    })
    return { what, wanted, dark: of(dark), light: of(light) }
  })
}
