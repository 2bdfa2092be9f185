import { disc } from './shapes.ts'

/** The house of the pricing demonstration, seen from above: rows of seats around a stage. */
export const HOUSE = { width: 960, height: 584 }

export const STAGE = { x: 480, y: 584 }
const ROWS = 8
const INNER_ROW = 236
const ROW_STEP = 46
const SEAT_STEP = 44
const SEAT_RADIUS = 14.5
const HALF_ANGLE = 0.96

/** A number from 0 to 1 that is always the same for a seat, so that server and browser agree. */
const scatter = (seat: number): number => {
  const value = Math.sin(seat * 127.1 + 11.7) * 43_758.5453
  return value - Math.floor(value)
}

interface Seat {
  path: string
  /** Seats with a low rank are sold first. */
  rank: number
}

function placeSeats(): Seat[] {
  const seats: Seat[] = []
  for (let row = 0; row < ROWS; row += 1) {
    const radius = INNER_ROW + row * ROW_STEP
    const count = Math.floor((2 * HALF_ANGLE * radius) / SEAT_STEP)
    for (let seat = 0; seat <= count; seat += 1) {
      const angle = -HALF_ANGLE + (2 * HALF_ANGLE * seat) / count
      const x = STAGE.x + radius * Math.sin(angle)
      const y = STAGE.y - radius * Math.cos(angle)
      // Near the stage and in the middle first, but not strictly.
      const rank = row / ROWS + Math.abs(angle) * 0.5 + scatter(row * 100 + seat) * 0.85
      seats.push({ path: disc(x, y, SEAT_RADIUS), rank })
    }
  }
  return seats.sort((a, b) => a.rank - b.rank)
}

/**
 * The seats by the percent of the house at which they are sold: entry 40 has those that make 39 %
 * become 40 %. Joined into one path each, because a hundred paths are cheaper than all seats.
 */
export const SEATS_BY_PERCENT: readonly string[] = (() => {
  const seats = placeSeats()
  const percents = Array.from({ length: 101 }, () => '')
  for (const [index, { path }] of seats.entries()) {
    percents[Math.ceil(((index + 1) / seats.length) * 100)] += path
  }
  return percents
})()
