import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import { findOnSale } from '../support/catalogue.ts'
import { expect, test } from '../support/test.ts'

/** What browsers learned after the oldest ones that README.md names: Safari 16.4, Chrome 111, Firefox 128. */
const NEWER = [
  ...['Map.groupBy', 'Object.groupBy', 'Promise.withResolvers', 'Promise.try', 'Array.fromAsync'],
  ...['URL.canParse', 'URL.parse', 'AbortSignal.any', 'RegExp.escape', 'Math.sumPrecise'],
  ...['Set.prototype.union', 'Set.prototype.intersection', 'Set.prototype.difference'],
  ...['Set.prototype.isSubsetOf', 'Set.prototype.isSupersetOf', 'Set.prototype.isDisjointFrom'],
  ...['Iterator.prototype.map', 'Iterator.prototype.filter', 'Iterator.prototype.toArray'],
  ...['Iterator.prototype.some', 'Iterator.prototype.find', 'Iterator.prototype.take'],
  ...['String.prototype.isWellFormed', 'String.prototype.toWellFormed', 'Error.isError'],
  ...['Uint8Array.fromBase64', 'Uint8Array.prototype.toBase64', 'ArrayBuffer.prototype.transfer'],
  ...['HTMLElement.prototype.showPopover', 'Atomics.pause'],
  ...['Document.prototype.startViewTransition', 'requestIdleCallback', 'scheduler', 'navigation'],
]

test('a purchase works where a browser knows none of what browsers learned since the oldest ones', async ({
  page,
}) => {
  await page.addInitScript((names) => {
    for (const name of names) {
      const parts = name.split('.')
      const last = parts.pop() ?? ''
      const holder = parts.reduce<unknown>(
        (of, part) => (of as Record<string, unknown> | undefined)?.[part],
        globalThis,
      )
      if (holder) Reflect.deleteProperty(holder, last)
    }
  }, NEWER)
  const buyer = new Buyer(page)
  const { event, types } = await findOnSale(page.request, '')
  await buyer.openList()
  await buyer.openEvent(event.name)
  // The control: what the page would have used is gone.
  expect(await page.evaluate(() => 'groupBy' in Map || 'withResolvers' in Promise)).toBe(false)
  await buyer.chooseDay()
  await buyer.addTicket(types[0]?.name ?? '', 1)
  await buyer.goOnFromTickets()
  if (event.isTimedEntry) await buyer.chooseTime()
  await buyer.reserve()
  await buyer.fillDetails(someDetails())
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
})
