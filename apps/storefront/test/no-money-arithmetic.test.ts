import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCE = new URL('../src/', import.meta.url)

/**
 * Files that still compute an amount, with how often: none may be added, and one that is mended is
 * taken off the list. The demonstrations have no server, so they are not looked at.
 */
const KNOWN: Readonly<Record<string, number>> = {
  // The fees of one quote with the same name, added for the receipt.
  'shared/order/quote-lines.ts': 1,
  // What an offered type costs more than the chosen one.
  'features/event-flow/upsell/upgrade-offer.tsx': 2,
  'features/event-flow/tickets/price-difference.ts': 2,
  // The limit of a price filter, as a person typed it.
  'features/catalog/search/filter-options.ts': 1,
  // The fee within a price with fees.
  'features/event-flow/tickets/limits.ts': 1,
}

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

test('the storefront computes no money beyond what is known', () => {
  const found = findArithmetic()
  const counts = Object.fromEntries(
    Object.entries(found).map(([name, lines]) => [name, lines.length]),
  )
  expect(counts, JSON.stringify(found, null, 2)).toEqual(KNOWN)
})
