import { parseArgs } from 'node:util'
import { CommandError } from '@foyer/testkit/command'

export const SECTIONS = [
  'holds',
  'sold-out',
  'limited',
  'purchases',
  'rules',
  'calendar',
  'freshness',
  'live',
  'sessions',
  'processes',
  'commit-latency',
] as const
export type Section = (typeof SECTIONS)[number]

export interface Options {
  sections: readonly Section[]
  rounds: number
  /** Factor for the duration of each measurement. */
  pace: number
}

/** `--quick` measures one short round each, for a trial. `--only holds,live` selects sections. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean' }, only: { type: 'string' } },
  })
  const wanted = values.only?.split(',')
  const unknown = wanted?.filter((name) => !SECTIONS.some((section) => section === name)) ?? []
  if (unknown.length > 0) {
    throw new CommandError(
      `No such section: ${unknown.join(', ')}. There are ${SECTIONS.join(', ')}.`,
    )
  }
  return {
    sections: SECTIONS.filter((section) => !wanted || wanted.includes(section)),
    rounds: values.quick ? 1 : 3,
    pace: values.quick ? 0.4 : 1,
  }
}
