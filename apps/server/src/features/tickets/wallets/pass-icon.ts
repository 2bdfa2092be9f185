import { pngOf } from '../../../png.ts'

/**
 * The mark is drawn in a tile of 32 units; all points are in these units. Browser tabs show the
 * same mark.
 */
const UNITS = 32
const DOOR = { left: 9.5, right: 22.5, top: 14.5, radius: 6.5 }
const INK = [26, 24, 34] as const
/** Each pixel is sampled this many times in both directions, so that the arch is smooth. */
const SAMPLES = 4

/** The mark as a square PNG, in the organizer's colour ('#rrggbb') on ink. */
export function passIcon(side: number, accent: string): Buffer {
  const colour = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16))
  const rows: number[] = []
  for (let y = 0; y < side; y += 1) {
    rows.push(0)
    for (let x = 0; x < side; x += 1) {
      const share = doorShare(x, y, side)
      rows.push(...INK.map((ink, index) => Math.round(ink + ((colour[index] ?? 0) - ink) * share)))
    }
  }
  return pngOf(side, side, 'rgb', Uint8Array.from(rows))
}

/** The share of a pixel that the doorway covers, 0 to 1. */
function doorShare(x: number, y: number, side: number): number {
  let hits = 0
  for (let index = 0; index < SAMPLES * SAMPLES; index += 1) {
    const dx = ((index % SAMPLES) + 0.5) / SAMPLES
    const dy = (Math.floor(index / SAMPLES) + 0.5) / SAMPLES
    if (isDoor(((x + dx) * UNITS) / side, ((y + dy) * UNITS) / side)) hits += 1
  }
  return hits / SAMPLES ** 2
}

function isDoor(x: number, y: number): boolean {
  if (x < DOOR.left || x > DOOR.right) return false
  const middle = (DOOR.left + DOOR.right) / 2
  return y >= DOOR.top || (x - middle) ** 2 + (y - DOOR.top) ** 2 <= DOOR.radius ** 2
}
