import { crop, disc, polygon, stroke, svg } from '../markup.ts'
import type { Composition } from '../sheet.ts'

interface Point {
  x: number
  y: number
}

/**
 * Sun and pennants: the rays of a low sun fill the ground, and lines of pennants hang across it.
 */
export const festival: Composition = ({ width, height, landscape, palette, random, setDate }) => {
  const { block, art, reach } = setDate('bottom')
  const { figure, quiet, second, spot, type } = palette
  const floor = art.y + art.h
  const sun = {
    x: art.x + art.w * (landscape ? 0.5 : random.between(0.3, 0.7)),
    y: landscape ? height * random.between(0.78, 0.95) : floor,
    r: art.w * random.between(0.34, 0.42),
  }

  const count = random.whole(12, 16)
  const far = width + height
  const rays = Array.from({ length: count }, (_, i) => {
    const turn = (Math.PI * 2) / count
    const edge = (angle: number): [number, number] => [
      sun.x + far * Math.cos(angle),
      sun.y + far * Math.sin(angle),
    ]
    return polygon([[sun.x, sun.y], edge(turn * i), edge(turn * (i + 0.5))], quiet)
  })

  /** A line between two points that hangs down by `sag`, with pennants along it. */
  const bunting = (from: Point, to: Point, sag: number, flags: number): string => {
    const at = (t: number): Point => ({
      x: from.x + (to.x - from.x) * t,
      y: from.y + (to.y - from.y) * t + sag * 4 * t * (1 - t),
    })
    const tones = [figure, spot, type]
    const fall = ((to.x - from.x) / flags) * 1.25
    const pennants = Array.from({ length: flags }, (_, i) => {
      const a = at((i + 0.06) / flags)
      const b = at((i + 0.94) / flags)
      const tip: [number, number] = [(a.x + b.x) / 2 - (b.y - a.y) * 0.35, (a.y + b.y) / 2 + fall]
      return polygon([[a.x, a.y], [b.x, b.y], tip], tones[i % 3] ?? figure)
    })
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + sag * 2 }
    const line = svg`M${from.x} ${from.y}Q${middle.x} ${middle.y} ${to.x} ${to.y}`
    return stroke(line, type, art.w * 0.006) + pennants.join('')
  }

  // In landscape the lines stay above the date; on the social card they start at the top edge.
  const clear = landscape ? Math.min(floor * 0.62, block.y) : floor
  const left = reach > 0 ? reach + art.w * 0.06 : -24
  const right = width + 24
  const steep = clear * 0.09 * random.pick([-1, 1])
  const flags = Math.round((right - left) / Math.min(art.w / 8, clear / 5))
  const nail = (y: number): number => (reach > 0 ? -12 : y)
  const lines =
    bunting(
      { x: left, y: nail(clear * 0.1 + steep) },
      { x: right, y: clear * 0.1 - steep },
      clear * 0.06,
      flags,
    ) +
    bunting(
      { x: left, y: nail(clear * 0.36 - steep) },
      { x: right, y: clear * 0.36 + steep },
      clear * 0.09,
      flags + 1,
    )
  const sky = { x: reach, y: 0, w: width - reach, h: floor }
  return { shapes: [...rays, crop(sky, disc(sun.x, sun.y, sun.r, second) + lines)], block }
}
