import { disc, shape, svg } from '../markup.ts'
import type { Composition } from '../sheet.ts'

const COLUMNS = 4

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
export const conference: Composition = ({ margin, landscape, palette, random, setDate }) => {
  const { block, art } = setDate(random.pick(['top', 'bottom']))
  const { figure, quiet, second, spot, type } = palette
  const left = landscape ? art.x : margin
  const cell = (art.x + art.w - margin - left) / COLUMNS
  const rows = landscape ? Math.floor((art.h - margin) / cell) : Math.ceil(art.h / cell)

  // In portrait the grid starts at the date, and the row furthest from the date is cut off by the
  // sheet's edge.
  const underDate = art.y > 0
  const top = underDate ? art.y : landscape ? (art.h - rows * cell) / 2 : art.h - rows * cell
  const whole = landscape ? rows : rows - 1
  const loud = {
    column: random.whole(0, COLUMNS - 2),
    row: random.whole(0, Math.max(0, whole - 2)) + (landscape || underDate ? 0 : rows - whole),
  }

  const shapes: string[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const dx = column - loud.column
      const dy = row - loud.row
      if (dx >= 0 && dx < 2 && dy >= 0 && dy < 2) continue
      const x = left + column * cell
      const y = top + row * cell
      const tone = random.pick([null, quiet, quiet, figure, figure, second, second])
      if (tone === null) shapes.push(disc(x + cell / 2, y + cell / 2, cell * 0.16, type))
      else shapes.push(voice(x, y, cell, random.whole(0, 3), tone))
    }
  }

  // The large bubble has a smaller echo at the same corner.
  const corner = random.whole(0, 3)
  const toRight = corner === 1 || corner === 2 ? 1 : 0
  const toFoot = corner > 1 ? 1 : 0
  const echoes = [spot, second, spot, figure].map((tone, index) => {
    const size = cell * 2 * (1 - index * 0.25)
    const x = left + loud.column * cell + toRight * (cell * 2 - size)
    const y = top + loud.row * cell + toFoot * (cell * 2 - size)
    return voice(x, y, size, corner, tone)
  })
  return { shapes: [...shapes, ...echoes], block }
}
