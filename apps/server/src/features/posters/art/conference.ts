import { disc, rect, shape, svg } from '../markup.ts'
import type { Art } from './art.ts'

/**
 * A speech bubble in its box. The square corner is one of four, numbered clockwise from the upper
 * left.
 */
const voice = (x: number, y: number, size: number, corner: number, colour: string): string => {
  const r = size / 2
  const facing = svg`translate(${x + r} ${y + r}) rotate(${corner * 90})`
  const drop = shape(svg`M${-r} ${-r}H0A${r} ${r} 0 1 1 ${-r} 0z`, colour)
  return `<g transform="${facing}">${drop}</g>`
}

/**
 * Grid and speech: a strict grid of speech bubbles. Each is a disc with one square corner that
 * points at the listener; one bubble is larger than the rest.
 */
export const voices: Art = ({ w, h }, { palette, random }) => {
  const { figure, quiet, second, spot, type } = palette
  const rows = h > w * 1.3 ? 5 : w > h * 1.5 ? 3 : 4
  const cell = h / rows
  const columns = Math.ceil(w / cell)
  const left = (w - columns * cell) / 2
  const loud = { column: random.whole(0, Math.max(0, columns - 2)), row: random.whole(0, rows - 2) }
  let drawn = ''
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [dx, dy] = [column - loud.column, row - loud.row]
      if (dx >= 0 && dx < 2 && dy >= 0 && dy < 2) continue
      const [x, y] = [left + column * cell, row * cell]
      const tone = random.pick([null, quiet, quiet, figure, figure, second])
      drawn +=
        tone === null
          ? disc(x + cell / 2, y + cell / 2, cell * 0.16, type)
          : voice(x, y, cell, random.whole(0, 3), tone)
    }
  }
  // The large bubble has smaller echoes at the same corner.
  const corner = random.whole(0, 3)
  const toRight = corner === 1 || corner === 2 ? 1 : 0
  const toFoot = corner > 1 ? 1 : 0
  return (
    drawn +
    [spot, second, spot, figure]
      .map((tone, index) => {
        const size = cell * 2 * (1 - index * 0.25)
        const x = left + loud.column * cell + toRight * (cell * 2 - size)
        const y = loud.row * cell + toFoot * (cell * 2 - size)
        return voice(x, y, size, corner, tone)
      })
      .join('')
  )
}

/** A raster, as in print: dots grow towards one point, which is a dot of its own. */
export const raster: Art = ({ w, h }, { palette, random }) => {
  const { figure, second, spot } = palette
  const rows = 9
  const step = h / rows
  const columns = Math.ceil(w / step)
  const focus = {
    column: Math.round(columns * random.pick([0.24, 0.7])),
    row: Math.round(rows * random.pick([0.32, 0.64])),
  }
  const reach = Math.hypot(Math.max(columns, rows), rows) * 0.62
  let [small, large] = ['', '']
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const far = Math.hypot(column - focus.column, row - focus.row)
      if (far < 0.5) continue
      const r = step * Math.max(0.07, 0.52 * (1 - far / reach))
      const [x, y] = [(column + 0.5) * step, (row + 0.5) * step]
      // A line of no length with a round cap is a dot, in fewer bytes than a circle.
      const dot = svg`M${x - r} ${y}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0`
      if (far < reach * 0.34) large += dot
      else small += dot
    }
  }
  const [x, y] = [(focus.column + 0.5) * step, (focus.row + 0.5) * step]
  return shape(small, figure) + shape(large, second) + disc(x, y, step * 0.95, spot)
}

/** Steps that lead up to a disc. */
export const steps: Art = ({ w, h }, { palette, random }) => {
  const { quiet, figure, shade, second, spot } = palette
  const count = Math.max(4, Math.round((w / h) * 5))
  const wide = w / count
  const isMirrored = random.chance(0.5)
  const tones = [shade, figure]
  let drawn = rect(0, 0, w, h, quiet)
  const topOf = (i: number) => h * (0.92 - (0.52 * i) / (count - 1))
  for (let i = 0; i < count; i++) {
    const x = i * wide
    drawn += rect(x, topOf(i), wide + 0.5, h - topOf(i), tones[i % 2] ?? figure)
    drawn += rect(x, topOf(i), wide + 0.5, h * 0.025, second)
  }
  const r = Math.min(wide * 0.95, h * 0.2)
  const last = count - 1
  drawn += disc((last + 0.5) * wide - wide * 0.2, topOf(last) - r, r, spot)
  return isMirrored ? svg`<g transform="matrix(-1 0 0 1 ${w} 0)">${drawn}</g>` : drawn
}

/** Pages in a fan, with lines of text on the first. */
export const pages: Art = ({ w, h }, { palette, random }) => {
  const { ground, figure, shade, second, spot } = palette
  const high = Math.min(h * 0.86, w * 0.98)
  const wide = high * 0.7
  const [cx, foot] = [w / 2, h * 1.04]
  const lean = random.pick([-1, 1])
  const sheet = (turn: number, tone: string, content = ''): string =>
    svg`<g transform="rotate(${turn * lean} ${cx} ${foot})">${rect(cx - wide / 2, foot - high, wide, high, tone)}${content}</g>`
  const margin = wide * 0.12
  const lines = [0.92, 0.66, 0.92, 0.8, 0.92, 0.5]
    .map((share, i) =>
      rect(
        cx - wide / 2 + margin,
        foot - high + margin * 3.4 + i * high * 0.085,
        (wide - margin * 2) * share,
        high * 0.03,
        ground,
      ),
    )
    .join('')
  const mark = rect(cx - wide / 2 + margin, foot - high + margin, wide * 0.36, margin * 1.6, second)
  return sheet(42, shade) + sheet(28, second) + sheet(14, figure) + sheet(0, spot, mark + lines)
}
