import { expect, test } from 'vitest'
import type { Explained } from './explained.ts'
import { readReport, type StrykerReport, scoreOf, survivorText, tableOf } from './report.ts'

const FILE = 'packages/domain/src/fee.ts'
const SOURCE = `const fee = (amount: number) =>
  amount > 0
    ? amount / 10
    : 0
const tax = (amount: number) =>
  amount > 0 ? amount : 0
`

type Mutant = StrykerReport['files'][string]['mutants'][number]

/** A mutant of the first `original` in a line of the source. */
function mutant(status: Mutant['status'], line: number, original: string, replacement: string) {
  const column = (SOURCE.split('\n')[line - 1]?.indexOf(original) ?? -1) + 1
  const start = { line, column }
  const end = { line, column: column + original.length }
  return { mutatorName: 'EqualityOperator', status, replacement, location: { start, end } }
}

const killed = mutant('Killed', 3, 'amount / 10', 'amount * 10')
const timeout = mutant('Timeout', 3, 'amount / 10', 'amount / 1')
const survived = mutant('Survived', 2, 'amount > 0', 'amount >= 0')
const unreached = mutant('NoCoverage', 6, 'amount > 0', 'amount >= 0')

const reportOf = (mutants: readonly Mutant[], explained: readonly Explained[] = []) =>
  readReport({ files: { [FILE]: { source: SOURCE, mutants } } }, [FILE], explained)

const explain = (explained: Partial<Explained> = {}): Explained => ({
  file: FILE,
  original: 'amount > 0',
  becomes: 'amount >= 0',
  reason: 'A tenth of nothing is nothing.',
  ...explained,
})

test('the score counts endless mutants as killed, and those that no test reaches as survivors', () => {
  const { total } = reportOf([killed, timeout, survived, unreached])
  expect(total).toMatchObject({ mutants: 4, killed: 1, timeout: 1, survived: 1, noCoverage: 1 })
  expect(scoreOf(total)).toBe(50)
})

test('a mutant that cannot run, or that is switched off, counts for nothing', () => {
  const broken = mutant('RuntimeError', 3, 'amount', '')
  const ignored = mutant('Ignored', 3, 'amount', '')
  const { total } = reportOf([killed, broken, ignored])
  expect(total).toMatchObject({ mutants: 2, killed: 1, failed: 1 })
  expect(scoreOf(total)).toBe(100)
})

test('a survivor is named by its place, its code and what took the place of it', () => {
  const { survivors } = reportOf([killed, unreached, survived])
  expect(survivors.map(survivorText)).toEqual([
    `${FILE}:2:3 EqualityOperator\n    amount > 0\n  → amount >= 0`,
    `${FILE}:6:3 EqualityOperator (no test reaches it)\n    amount > 0\n  → amount >= 0`,
  ])
})

test('code that goes over several lines is compared with single spaces', () => {
  const start = { line: 2, column: 3 }
  const whole = {
    ...survived,
    replacement: 'false',
    location: { start, end: { line: 4, column: 8 } },
  }
  const original = 'amount > 0 ? amount / 10 : 0'
  expect(reportOf([whole]).survivors).toMatchObject([{ original, becomes: 'false' }])
  for (const pattern of [original, 'amount > 0 ? amount…', 'amount > 0\n  ? amount / 10 : 0']) {
    const { survivors, problems } = reportOf(
      [whole],
      [explain({ original: pattern, becomes: 'false' })],
    )
    expect([survivors, problems]).toEqual([[], []])
  }
})

test('an explained survivor is no survivor, and the score is of the others', () => {
  const { total, survivors, explained } = reportOf([killed, survived], [explain()])
  expect([survivors, scoreOf(total)]).toEqual([[], 100])
  expect(explained).toMatchObject([{ line: 2, reason: 'A tenth of nothing is nothing.' }])
})

test('an explanation that fits no survivor any more is a problem', () => {
  expect(reportOf([killed], [explain()]).problems).toEqual([
    `No mutant survives as explained, so the explanation can go: ${FILE}: 'amount > 0' that becomes 'amount >= 0'`,
  ])
})

test('an explanation of one of several that look alike needs the line', () => {
  const both = [survived, unreached]
  expect(reportOf(both, [explain()]).problems).toHaveLength(1)
  const { survivors, problems } = reportOf(both, [explain({ line: 'amount > 0 ? amount : 0' })])
  expect(problems).toEqual([])
  expect(survivors).toMatchObject([{ line: 2 }])
})

test('an explanation of a file that was not mutated this time is no problem', () => {
  expect(reportOf([killed], [explain({ file: 'another.ts' })]).problems).toEqual([])
})

test('the table has a row for each file, and one for all', () => {
  const lines = tableOf(reportOf([killed, survived])).split('\n')
  expect(lines.map((line) => line.split(/ {2,}/).join('|'))).toEqual([
    'file|mutants|killed|timeout|survived|no coverage|explained|failed|score',
    `${FILE}|2|1|0|1|0|0|0|50.0`,
    'All|2|1|0|1|0|0|0|50.0',
  ])
})
