/** A mutant that no test can kill, or that none should, and why. */
export interface Explained {
  file: string
  /** The mutated code, with single spaces for any white space; a long one may end with '…'. */
  original: string
  /** What takes its place, in the same form. */
  becomes: string
  /** The line that the code begins in, where the file has the same code in several. */
  line?: string
  reason: string
}

/**
 * Survivors that count neither as killed nor as survived. They are listed here and not by comments in the
 * code, since such a comment switches a mutator off for its whole line and stays when it is not needed any
 * more. An entry that fits no survivor fails the run.
 */
export const EXPLAINED: readonly Explained[] = [
  ...of('packages/domain/src/availability.ts', [
    {
      line: 'if (left === null || capacity === null || left <= 0) return false',
      original: 'left === null || capacity === null',
      becomes: ['false', 'left === null && capacity === null'],
      reason:
        'JavaScript compares null as 0: what is left is then not above 0, or no capacity fits.',
    },
    {
      line: 'if (left === null || capacity === null || left <= 0) return false',
      original: 'left === null',
      becomes: ['false'],
      reason: 'JavaScript compares null as 0, and `left <= 0` returns the same.',
    },
    {
      line: 'if (left === null || capacity === null || left <= 0) return false',
      original: 'capacity === null',
      becomes: ['false'],
      reason: 'JavaScript compares null as 0, which what is left never fits in.',
    },
  ]),
  ...of('packages/domain/src/cancellation.ts', [
    {
      original: 'sumOf(amounts) <= mostMinor',
      becomes: ['sumOf(amounts) < mostMinor'],
      reason: 'An amount that is the sum of its weights is divided into exactly these weights.',
    },
  ]),
  ...of('packages/domain/src/cancellation.ts', [
    {
      original: 'amountMinor - feeMinor',
      becomes: ['amountMinor + feeMinor'],
      reason: 'No more tax is left than is left of the prices, which bounds it before.',
    },
  ]),
  ...of('packages/domain/src/change-policy.ts', [
    {
      original: 'rule.limit !== undefined',
      becomes: ['true'],
      reason: 'No number is at least undefined.',
    },
  ]),
  ...of('packages/domain/src/money.ts', [
    {
      original: 'Math.abs(scaled - minor) > 1e-6',
      becomes: ['Math.abs(scaled - minor) >= 1e-6'],
      reason: 'A bound for errors of floating point: no amount is off by exactly this.',
    },
    {
      line: 'const half = product >= 0n ? 500_000n : -500_000n',
      original: 'product >= 0n',
      becomes: ['product > 0n'],
      reason: 'Half a unit below 0 is cut off to 0 as half a unit above it is.',
    },
    {
      line: 'return Number((product + (product >= 0n ? whole : -whole)) / (2n * whole))',
      original: 'product >= 0n',
      becomes: ['product > 0n'],
      reason: 'Half a unit below 0 is cut off to 0 as half a unit above it is.',
    },
    {
      original: '!format',
      becomes: ['true'],
      reason: 'The format is kept only because building one is slow.',
    },
    {
      original: '{ format = new Intl.NumberFormat(…',
      becomes: ['{}'],
      reason: 'The process stays for the next mutant, and has the formats of the runs before.',
    },
    {
      original: 'formats.set(key, format)',
      becomes: [';'],
      reason: 'The format is kept only because building one is slow.',
    },
  ]),
  ...of('packages/domain/src/order-change.ts', [
    {
      original: 'from !== undefined',
      becomes: ['true'],
      reason: 'Every exchange has its leaving unit; the compiler does not know it.',
    },
    {
      original: 'unit',
      becomes: ['true'],
      reason: 'A line has a unit for each of its tickets; the compiler does not know it.',
    },
    {
      line: 'const units = line ? unitsOfLine(line) : []',
      original: '[]',
      becomes: ['["Stryker was here"]'],
      reason: 'Every group has its line; the compiler does not know it.',
    },
    {
      original: "unit.kind === 'ticket'",
      becomes: ['true'],
      reason:
        'No add-on has a discount, and one that a discount is for does not count as discounted.',
    },
  ]),
  ...of('packages/domain/src/order-units.ts', [
    {
      original: 'a.id < b.id',
      becomes: ['a.id <= b.id'],
      reason: 'No two tickets have the same id.',
    },
    {
      original: '!first',
      becomes: ['false'],
      reason: 'No group is empty; the compiler does not know it.',
    },
    {
      line: 'if (!first) return []',
      original: '[]',
      becomes: ['["Stryker was here"]'],
      reason: 'No group is empty; the compiler does not know it.',
    },
  ]),
  ...of('packages/domain/src/order-units.ts', [
    {
      original: "kind === 'ticket'",
      becomes: ['true'],
      reason: 'No add-on has the id of a ticket type.',
    },
  ]),
  ...of('packages/domain/src/quote.ts', [
    {
      original: 'a.key < b.key',
      becomes: ['a.key <= b.key'],
      reason: 'Equal keys have given 0 before.',
    },
    {
      original: 'a.key === b.key',
      becomes: ['false'],
      reason: 'Lines with the same key cost and take the same, so their order decides nothing.',
    },
    {
      line: '...(charges ? [JSON.stringify(charges)] : []),',
      original: '[]',
      becomes: ['["Stryker was here"]'],
      reason: 'The mark stands behind the key of every line without charges, before those with.',
    },
    {
      original: 'subtotalMinor + feeMinor',
      becomes: ['subtotalMinor - feeMinor'],
      reason: '`addCharges` computes the total again, with discount and tax.',
    },
    {
      original: 'line.feeSet?.name',
      becomes: ['line.feeSet.name'],
      reason: 'A line with a fee has a fee set.',
    },
    {
      original: 'request !== undefined',
      becomes: ['true'],
      reason: 'Every line has its request; the compiler does not know it.',
    },
    {
      line: 'return request ? [[line, request] as const] : []',
      original: '[]',
      becomes: ['["Stryker was here"]'],
      reason: 'Every line has its request; the compiler does not know it.',
    },
    {
      line: 'if (request) addCharges(line, request)',
      original: 'request',
      becomes: ['true'],
      reason: 'Every line has its request; the compiler does not know it.',
    },
    {
      original: '(line?.quantity ?? 0) + 1',
      becomes: ['(line?.quantity ?? 0) - 1'],
      reason: 'Fewer tickets do not reach the minimum either: the loop only begins earlier.',
    },
    {
      original: 'line?.quantity ?? 0',
      becomes: ['line?.quantity && 0'],
      reason: 'Fewer tickets do not reach the minimum either: the loop only begins earlier.',
    },
  ]),
  ...of('packages/domain/src/refund.ts', [
    {
      line: "if (request.kind === 'amount' && request.amountMinor > mostMinor) {",
      original: "request.kind === 'amount'",
      becomes: ['true'],
      reason: 'Other requests have no amount, which is above nothing.',
    },
    {
      original: 'tickets.length === 0',
      becomes: ['true'],
      reason: 'It is asked only if no ticket ends, and without tickets named all of them end.',
    },
  ]),
  ...of('packages/domain/src/selection.ts', [
    {
      original: '!id || !count',
      becomes: ['false', '!id && !count'],
      reason: 'The patterns below do not match undefined; the compiler needs to be told.',
    },
  ]),
  ...of('packages/domain/src/tax.ts', [
    {
      line: '(taxes ?? [])',
      original: '[]',
      becomes: ['["Stryker was here"]'],
      reason: 'A string is no tax that is included, nor one that is added.',
    },
  ]),
  ...of('packages/domain/src/checkout-rules/evaluate.ts', [
    {
      line: "if (operator === '=') return isEqual",
      original: "operator === '='",
      becomes: ['false'],
      reason: 'The comparison of each value, which follows, finds the same.',
    },
    {
      original: 'default: return actual === value',
      becomes: ['default:'],
      reason: 'Equality is decided before; the compiler wants a return.',
    },
    {
      original: 'actual === value',
      becomes: ['true', 'false', 'actual !== value'],
      reason: 'Equality is decided before; the compiler wants a return.',
    },
    {
      original: 'text.trim().toLowerCase()',
      becomes: ['text.trim().toUpperCase()'],
      reason: 'Both sides of a comparison are written in the same case.',
    },
  ]),
  ...of('packages/domain/src/checkout-rules/fields.ts', [
    {
      line: 'if (value === null || !Number.isInteger(value) || value < 0) {',
      original: 'value === null',
      becomes: ['false'],
      reason: 'null is no integer; the compiler needs to be told.',
    },
  ]),
  ...of('packages/domain/src/checkout-rules/fields.ts', [
    {
      original: "typeof typed === 'string'",
      becomes: ['true'],
      reason: 'No number reads as a date; the compiler needs to be told.',
    },
    {
      line: "const [, hours = '', minutes = ''] = /^(\\d{1,2}):(\\d{2})$/.exec(String(typed)) ?? []",
      original: '[]',
      becomes: ['["Stryker was here"]'],
      reason: 'Only what stands behind the first is read.',
    },
  ]),
  ...of('packages/domain/src/checkout-rules/quote-with-rules.ts', [
    {
      original: 'automatic .filter((rule) => !isWaiver(rule))',
      becomes: ['automatic'],
      reason: 'The waiver has no discounts, so it takes nothing off and is not named.',
    },
  ]),
  ...of('packages/domain/src/checkout-rules/select-rules.ts', [
    {
      original: 'rules.length === 0',
      becomes: ['false'],
      reason: 'Without rules the same is found, after the cart was priced for nothing.',
    },
    {
      original: 'aboutEmail.length === 0',
      becomes: ['false'],
      reason: 'Without rules the same is found, after the cart was priced for nothing.',
    },
    {
      original: 'blocks.length > 0',
      becomes: ['true', 'blocks.length >= 0'],
      reason: 'Without blocks nobody reads the price, which is computed for nothing.',
    },
    {
      original: "first && action?.type === 'block'",
      becomes: ["first || action?.type === 'block'"],
      reason: 'The action is that of the first; the compiler does not know it.',
    },
    {
      original: "action?.type === 'block'",
      becomes: ['true'],
      reason: 'The first is a rule that blocks; the compiler does not know it.',
    },
    {
      original: 'action?.type',
      becomes: ['action.type'],
      reason: 'The first is a rule that blocks; the compiler does not know it.',
    },
  ]),
  ...of('packages/domain/src/checkout-rules/parse-rule.ts', [
    {
      line: 'return { ok: true, value: { type, rules: parsed.flatMap((each) => (each.ok ? each.value : [])) } }',
      original: '[]',
      becomes: ['["Stryker was here"]'],
      reason: 'Problems were returned above; the compiler does not know it.',
    },
    {
      original: "String(typed).trim() === ''",
      becomes: ['false'],
      reason: 'JavaScript reads blanks as the number 0.',
    },
    {
      line: "const value = String(typed).trim() === '' ? 0 : Number(typed)",
      original: 'String(typed).trim()',
      becomes: ['String(typed)'],
      reason: 'JavaScript reads blanks as the number 0.',
    },
    {
      original: 'Math.abs(ratePpm - value * 10_000) < 1e-6',
      becomes: ['Math.abs(ratePpm - value * 10_000) <= 1e-6'],
      reason: 'A bound for errors of floating point: no percentage is off by exactly this.',
    },
  ]),
  ...of('apps/server/src/engine/rules/judge-cart.ts', [
    {
      line: 'if (rules.length === 0) return { block: null, rules: withWaiver([], waivesSmallTotals) }',
      original: 'rules.length === 0',
      becomes: ['false'],
      reason: 'Without rules the same is found, after the cart was priced for nothing.',
    },
    {
      original: 'kept.length + addOns.length > 0',
      becomes: ['true', 'kept.length + addOns.length >= 0'],
      reason: 'Equal carts of a batch are judged once only to save time.',
    },
    {
      line: 'if (!first) return',
      original: '!first',
      becomes: ['false'],
      reason: 'A line that is added has its hold; the compiler does not know it.',
    },
    {
      original: 'book.rules.inForce.rules.length === 0 && !before?.rulesForEmail',
      becomes: ['false'],
      reason: 'Without rules the same is found, after the cart was priced for nothing.',
    },
    {
      original: "book.rules.inForce.rules.filter(({ action }) => action.type === 'block')",
      becomes: ['book.rules.inForce.rules'],
      reason: 'Only a rule that blocks can be the block that is asked for.',
    },
    {
      original: "action.type === 'block'",
      becomes: ['true'],
      reason: 'Only a rule that blocks can be the block that is asked for.',
    },
    {
      original: 'blocks.length === 0',
      becomes: ['false'],
      reason: 'Without rules nothing blocks; the holds would be priced for nothing.',
    },
    {
      line: "if (!first) throw new Error('The sessions of all tickets are known')",
      original: '!first',
      becomes: ['false'],
      reason:
        'A cart that is judged has tickets in locked sessions; the next line would throw as well.',
    },
    {
      original: "throw new Error('The sessions of all tickets are known')",
      becomes: [';'],
      reason:
        'A cart that is judged has tickets in locked sessions; the next line would throw as well.',
    },
  ]),
  ...of('apps/server/src/engine/holds/hold-cart.ts', [
    {
      line: 'if (first) book.carts.addAddOns(cart, first.id, addOns)',
      original: 'first',
      becomes: ['true'],
      reason: 'A cart is held with at least one line; the compiler does not know it.',
    },
  ]),
  ...of('apps/server/src/engine/holds/hold-rules.ts', [
    {
      original: '!session || !offer',
      becomes: ['!session && !offer'],
      reason: 'A type has an offer in every session that is known; the compiler does not know it.',
    },
    {
      original: '!type',
      becomes: ['false'],
      reason: 'A type that is on sale is known; the compiler does not know it.',
    },
  ]),
  ...of('apps/server/src/engine/coupons/coupon-book.ts', [
    {
      line: "if (use.state === 'claimed' && use.hasExpired) this.giveBack(use)",
      original: "use.state === 'claimed'",
      becomes: ['true'],
      reason: 'Only claims are read as expired.',
    },
  ]),
]

type OneOf = Omit<Explained, 'file' | 'becomes'> & { becomes: readonly string[] }

function of(file: string, all: readonly OneOf[]): Explained[] {
  return all.flatMap(({ becomes, ...each }) =>
    becomes.map((replacement) => ({ file, ...each, becomes: replacement })),
  )
}
