import { parseArgs } from 'node:util'

export interface Options {
  isShort: boolean
  /** Plays only scenarios whose name begins with this text. */
  only: string
  /** How often each scenario is played. */
  rounds: number
}

const USAGE = 'npm run chaos:cluster -- [--short] [--only <text>] [--rounds <n>]'

/** Reads the command line; on a mistake prints the usage and ends the process. */
export function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        short: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        rounds: { type: 'string', default: '1' },
      },
    })
    const rounds = Number(values.rounds)
    if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be 1 or more.')
    return { isShort: values.short, only: values.only, rounds }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nUsage: ${USAGE}`)
    process.exit(2)
  }
}
