/** Paths of the drawings, in the units of their sheet. */

const round = (value: number): number => Math.round(value * 10) / 10

/** A full disc. */
export const disc = (x: number, y: number, radius: number): string => {
  const r = round(radius)
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1 ${-2 * r} 0z`
}

/** A round arch over the middle `x`, with its curve starting at `spring` and its feet on `floor`. */
export const arch = (x: number, spring: number, half: number, floor: number): string => {
  const r = round(half)
  return `M${round(x - r)} ${round(floor)}V${round(spring)}a${r} ${r} 0 0 1 ${2 * r} 0V${round(floor)}z`
}

/** Every second of `rays` rays of a half circle above (x, y), as in a fanlight. */
export const fan = (x: number, y: number, radius: number, rays: number): string =>
  Array.from({ length: rays }, (_, ray) => ray)
    .filter((ray) => ray % 2 === 1)
    .map((ray) => {
      const edge = (at: number) => {
        const angle = Math.PI * (1 + at / rays)
        return `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`
      }
      return `M${x} ${y}L${edge(ray)}A${radius} ${radius} 0 0 1 ${edge(ray + 1)}z`
    })
    .join('')
