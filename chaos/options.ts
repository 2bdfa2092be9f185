import { parseArgs } from 'node:util'

// Attacks come first: their figures are compared, and the other parts keep two servers running. Races
// and model precede the crashes, whose load uses up what an address may do in a minute.
export const PARTS = ['attacks', 'races', 'model', 'crashes', 'soak'] as const
export type Part = (typeof PARTS)[number]

export interface Options {
  parts: readonly Part[]
  isShort: boolean
  /** Only crashes whose name contains it. */
  crash: string
  /** Only attacks whose name contains it. */
  attack: string
  soakSeconds: number
  /** Servers that keep what they should let go: the soak has to find that. */
  isLeaking: boolean
}

const USAGE = `npm run chaos -- [--short] [--only ${PARTS.join('|')}] [--crash <text>] [--attack <text>] [--soak-seconds <n>] [--leaking]`

/** Reads the command line; on a mistake says what it should be and ends the process. */
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
    if (only.length === 0 || !(soakSeconds > 0)) throw new Error('That is not among the options.')
    return {
      parts: values.short && !values.only ? PARTS.filter((part) => part !== 'soak') : only,
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
