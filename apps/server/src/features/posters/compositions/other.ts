import { rect, shape, svg } from '../markup.ts'
import type { Composition } from '../sheet.ts'

/** A foyer: arches inside one another, a fanlight, and the date in the lit doorway. */
export const other: Composition = ({
  width,
  height,
  margin,
  landscape,
  palette,
  random,
  setDate,
  setDateIn,
}) => {
  const { ground, quiet, figure, second, spot, onSpot } = palette
  const band = margin * random.between(0.55, 0.8)
  const { art, reach } = setDate('bottom')
  const bay = landscape ? art.w * 0.94 : width - margin * 0.4
  const door = bay / 2 - band * 2.4
  const cx = landscape ? (reach > 0 ? art.x + art.w * 0.48 : margin + bay * 0.48) : width / 2
  const block = setDateIn({
    x: cx - door + margin * 0.5,
    y: 0,
    w: door * 2 - margin,
    h: height - margin,
  })
  const spring = Math.min(block.y - margin * 0.7, margin + door + band * 2.4)
  const panes = random.pick([7, 9, 11])

  const arch = (x: number, r: number, colour: string): string =>
    shape(svg`M${x - r} ${height}V${spring}a${r} ${r} 0 0 1 ${r * 2} 0V${height}z`, colour)
  /** The window over the door, with panes as rays or as ripples. */
  const rays = random.chance(0.6)
  const fanlight = (x: number, colour: string, light: string): string => {
    if (!rays) {
      const half = (share: number) =>
        svg`M${x - door * share} ${spring}a${door * share} ${door * share} 0 0 1 ${door * share * 2} 0z`
      return [0.84, 0.64, 0.44, 0.24]
        .map((share, i) => shape(half(share), i % 2 === 0 ? colour : light))
        .join('')
    }
    const rim = (pane: number): string => {
      const angle = (Math.PI * pane) / panes
      return svg`${x - door * Math.cos(angle)} ${spring - door * Math.sin(angle)}`
    }
    const glass = Array.from(
      { length: (panes - 1) / 2 },
      (_, i) => svg`M${x} ${spring}L${rim(i * 2 + 1)}A${door} ${door} 0 0 1 ${rim(i * 2 + 2)}z`,
    )
    return shape(glass.join(''), colour)
  }
  const portal = (
    x: number,
    tones: [string, string, string],
    light: string,
    glass: string,
  ): string =>
    arch(x, door + band * 2.4, tones[0]) +
    arch(x, door + band * 1.4, tones[1]) +
    arch(x, door + band * 0.4, tones[2]) +
    arch(x, door, light) +
    fanlight(x, glass, light) +
    rect(x - door, spring, door * 2, margin * 0.1, glass)

  const shapes: string[] = []
  // The other doors of the arcade are dark, so that only one is lit.
  for (let x = cx + bay * 1.02; landscape && x - bay / 2 < width; x += bay * 1.02) {
    shapes.push(portal(x, [quiet, ground, quiet], ground, quiet))
  }
  shapes.push(portal(cx, [figure, second, ground], spot, second))
  return { shapes, block, type: onSpot }
}
