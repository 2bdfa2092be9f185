import type { Costs } from './lane.ts'

/** A measurement in closed loops, at one number of clients. */
export interface Measured {
  clients: number
  perSecond: number
  perBatch: number
  /** Milliseconds of a processor for each answer. */
  nodeMs: number
  postgresMs: number
  generatorMs: number
  /** Processors that other programs of the machine used meanwhile. */
  othersUsed: number
}

/**
 * Splits what an operation costs into its own part and its share of the batch, from two measurements with
 * batches of different sizes: cost = each + batch / size.
 */
export function fit(few: Measured, many: Measured, flushMs: number): Costs {
  const split = (cost: 'nodeMs' | 'postgresMs') => {
    const batch = (few[cost] - many[cost]) / (1 / few.perBatch - 1 / many.perBatch)
    // On a busy machine the smaller batch can be the cheaper one by chance.
    const ofBatch = Math.max(0, batch)
    return { each: Math.max(0, many[cost] - ofBatch / many.perBatch), batch: ofBatch }
  }
  return {
    node: split('nodeMs'),
    postgres: split('postgresMs'),
    flushMs,
    generator: many.generatorMs,
  }
}
