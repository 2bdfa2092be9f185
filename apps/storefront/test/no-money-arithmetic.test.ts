import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCE = new URL('../src/', import.meta.url)

// The formatter puts a space on either side of an operator.
const AMOUNT = String.raw`[\w.?]*(?:[mM]inor|[pP]rice|[aA]mount)\b`
const ARITHMETIC = [
  new RegExp(String.raw`${AMOUNT}\)*\s[-+*/%]\s`),
  new RegExp(String.raw`\s[-+*/%]\s\(*${AMOUNT}`),
  new RegExp(String.raw`[-+*/]=\s.*${AMOUNT}`),
  new RegExp(String.raw`${AMOUNT}\s[-+*/]=`),
  /(?:format(?:Amount|Price)|money\.\w+|amount)\([^)]*\s[-+*/]\s/,
  new RegExp(String.raw`Math\.\w+\([^)]*${AMOUNT}`),
]

const isArithmetic = (line: string): boolean => {
  const code = line.replace(/^\s*(\/\/|\*|\/\*).*|\s\/\/ .*|'[^']*'/g, '')
  return ARITHMETIC.some((pattern) => pattern.test(code))
}

/** Names of files with the lines that compute an amount. */
function findArithmetic(): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const name of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.test\.|^demo\//.test(name)) continue
    const lines = readFileSync(new URL(name, SOURCE), 'utf8').split('\n').filter(isArithmetic)
    if (lines.length > 0) found[name] = lines.map((line) => line.trim())
  }
  return found
}

test.each([
  'const moreMinor = upgraded.totalMinor - kept.totalMinor',
  'return (next.allInMinor - current.allInMinor) * count',
  'differenceMinor += now - paid',
  'total += line.amountMinor',
  'sums.set(name, (sums.get(name) ?? 0) + feeMinor)',
  'money.amount(upgraded - kept)',
  'const shown = Math.max(0, differenceMinor)',
])('the check finds a computed amount in %s', (line) => {
  expect(isArithmetic(line)).toBe(true)
})

test.each([
  '<dd>+{money.price(moreMinor)}</dd>',
  'if (type.priceMinor > top.priceMinor) return 1',
  '// The price - a sum of both - is the amount + fee.',
])('the check passes over %s', (line) => {
  expect(isArithmetic(line)).toBe(false)
})

// The demonstrations have no server, so they are not looked at.
test('the storefront computes no money: every amount comes from the server', () => {
  expect(findArithmetic()).toEqual({})
})
