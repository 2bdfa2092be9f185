import { parseArgs } from 'node:util'

export interface Options {
  isShort: boolean
  /** Plays only cut points whose name contains this text. */
  only: string
  /** How many buyers pay at the failing provider, after the cut points. */
  purchases: number
  seed: number
  /** How many shops play cut points side by side. */
  rigs: number
}

const USAGE =
  'npm run chaos:money -- [--short] [--only <text>] [--purchases <n>] [--seed <n>] [--rigs <n>]'

/** Reads the command line; on a mistake prints the usage and ends the process. */
export function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        short: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        purchases: { type: 'string' },
        seed: { type: 'string' },
        rigs: { type: 'string' },
      },
    })
    const isShort = values.short
    return {
      isShort,
      only: values.only,
      purchases: numberFrom(values.purchases, isShort ? 50 : 1000),
      seed: numberFrom(values.seed, Date.now() % 2 ** 31),
      rigs: Math.max(1, numberFrom(values.rigs, isShort ? 2 : 3)),
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nUsage: ${USAGE}`)
    process.exit(2)
  }
}

function numberFrom(text: string | undefined, otherwise: number): number {
  const number = Number(text ?? otherwise)
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${text} is not a number.`)
  return number
}
