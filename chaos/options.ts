import { parseArgs } from 'node:util'

// Attacks come first: their figures are compared, and the other parts keep two servers running. Races
// and model precede the crashes, whose load uses up an address's limits for a minute.
const PARTS = ['attacks', 'organizers', 'races', 'model', 'histories', 'crashes', 'soak'] as const
export type Part = (typeof PARTS)[number]
/** Not in the short form. */
const LONG: readonly Part[] = ['organizers', 'histories', 'soak']

export interface Options {
  parts: readonly Part[]
  isShort: boolean
  /** Runs only crashes whose name contains this text. */
  crash: string
  /** Runs only attacks whose name contains this text. */
  attack: string
  soakSeconds: number
  /** Uses servers that leak memory, which the soak must find. */
  isLeaking: boolean
}

const USAGE = `npm run chaos -- [--short] [--only ${PARTS.join('|')}] [--crash <text>] [--attack <text>] [--soak-seconds <n>] [--leaking]`

/** Reads the command line; on a mistake prints the usage and ends the process. */
export function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        short: { type: 'boolean', default: false },
        only: { type: 'string' },
        crash: { type: 'string', default: '' },
        attack: { type: 'string', default: '' },
        'soak-seconds': { type: 'string', default: '600' },
        leaking: { type: 'boolean', default: false },
      },
    })
    const only = PARTS.filter((part) => !values.only || part === values.only)
    const soakSeconds = Number(values['soak-seconds'])
    if (only.length === 0 || !(soakSeconds > 0))
      throw new Error('An option has a value that is not allowed.')
    return {
      parts: values.short && !values.only ? PARTS.filter((part) => !LONG.includes(part)) : only,
      isShort: values.short,
      crash: values.crash,
      attack: values.attack,
      soakSeconds,
      isLeaking: values.leaking,
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nUsage: ${USAGE}`)
    process.exit(2)
  }
}
