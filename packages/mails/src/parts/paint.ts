import { brandTokens, type TokenName, toHex } from '@foyer/domain'
import { type CSSProperties, createContext, useContext } from 'react'

/**
 * The colours of each class. The light ones are written into the elements, because many mail
 * programs read no style sheet; the dark ones are in a style sheet for the programs that do. Only
 * pairs of colours that `brandTokens` keeps at AA contrast in both themes are combined.
 */
const PAINTS = {
  page: { backgroundColor: 'page', color: 'text' },
  card: { backgroundColor: 'raised', borderColor: 'accent' },
  tear: { borderColor: 'edgeStrong' },
  rule: { borderColor: 'edge' },
  text: { color: 'text' },
  strong: { color: 'text', borderColor: 'edgeStrong' },
  muted: { color: 'muted' },
  link: { color: 'accentText' },
  soft: { backgroundColor: 'accentSoft', color: 'text' },
  action: { backgroundColor: 'accent', color: 'accentInk' },
} as const satisfies Record<string, Partial<Record<'color' | `${string}Color`, TokenName>>>

export type PaintName = keyof typeof PAINTS

type Themes = ReturnType<typeof brandTokens>

const known = new Map<number, Themes>()

/**
 * The colours of a hue. They are cached, because computing them takes 3 ms and there are as few
 * hues as tenants.
 */
export function themesOf(hue: number): Themes {
  const themes = known.get(hue) ?? brandTokens({ hue })
  known.set(hue, themes)
  return themes
}

export const ThemeContext = createContext<Themes>(themesOf(0))

/** The attributes that colour an element: a class for the dark theme, a style for the light one. */
export function usePaint() {
  const { light } = useContext(ThemeContext)
  return (name: PaintName, style: CSSProperties = {}) => ({
    className: `m-${name}`,
    style: {
      ...Object.fromEntries(
        Object.entries(PAINTS[name]).map(([property, token]) => [property, toHex(light[token])]),
      ),
      ...style,
    },
  })
}

const kebab = (property: string) => property.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)

/**
 * The rules of the dark theme. Outlook on the web selects the theme by an attribute instead of a
 * media query.
 */
export function darkRules({ dark }: Themes): string {
  const rules = Object.entries(PAINTS).map(([name, paint]) => {
    const declarations = Object.entries(paint)
      .map(([property, token]) => `${kebab(property)}:${toHex(dark[token])} !important`)
      .join(';')
    return { name, declarations }
  })
  const inMedia = rules.map(({ name, declarations }) => `.m-${name}{${declarations}}`)
  const inOutlook = rules.map(
    ({ name, declarations }) => `[data-ogsc] .m-${name},[data-ogsb] .m-${name}{${declarations}}`,
  )
  return `@media (prefers-color-scheme:dark){${inMedia.join('')}}${inOutlook.join('')}`
}
