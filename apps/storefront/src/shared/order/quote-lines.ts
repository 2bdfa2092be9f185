import type { CartView } from '@foyer/contract'

export type QuoteView = CartView['quote']

/** The fees of a quote by name, in order of first appearance; their sum is `feeMinor`. */
export function feesByName(quote: QuoteView): { name: string; feeMinor: number }[] {
  const sums = new Map<string, number>()
  for (const { feeName, feeMinor } of quote.lines) {
    if (feeMinor === 0) continue
    const name = feeName ?? 'Service fee'
    sums.set(name, (sums.get(name) ?? 0) + feeMinor)
  }
  return [...sums].map(([name, feeMinor]) => ({ name, feeMinor }))
}

/** 'your ticket', 'your 2 tickets': inside a sentence. */
export const yourTickets = (count: number): string =>
  count === 1 ? 'your ticket' : `your ${count} tickets`

/** '1 ticket', '2 tickets'. */
export const ticketsText = (count: number): string =>
  `${count} ${count === 1 ? 'ticket' : 'tickets'}`
