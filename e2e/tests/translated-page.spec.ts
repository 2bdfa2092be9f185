import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import { findOnSale } from '../support/catalogue.ts'
import { expect, test } from '../support/test.ts'

/**
 * Does to a page what Chrome's translator does, once it is told to by the event 'translate', or as soon as the
 * page has arrived: each text node gives way to elements of the translator, also those that come later.
 */
function translatePages(on: string): void {
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      const { parentElement: parent, data } = text
      if (!parent || !/\p{L}/u.test(data)) continue
      if (parent.closest('font, script, style, title, textarea, option, [translate="no"]')) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  addEventListener(on, () => {
    translate(document.body)
    document.documentElement.classList.add('translated-ltr')
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.isConnected) translate(node)
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

test('a purchase works on a page that the browser translates, and its clock goes on', async ({
  page,
}) => {
  await page.addInitScript(translatePages, 'translate')
  const buyer = new Buyer(page)
  const { event, types } = await findOnSale(page.request, '')
  await buyer.openList()
  await page.evaluate(() => dispatchEvent(new Event('translate')))
  await buyer.openEvent(event.name)
  await expect(page.locator('main font').first()).toBeAttached()
  // What React still holds and the translator has taken away is removed, and inserted before, in peace.
  await page.evaluate(() => {
    const gone = document.createTextNode('gone')
    document.body.removeChild(gone)
    document.body.insertBefore(document.createElement('i'), gone).remove()
  })
  await buyer.chooseDay()
  await buyer.addTicket(types[0]?.name ?? '', 1)
  await buyer.goOnFromTickets()
  if (event.isTimedEntry) await buyer.chooseTime()
  await buyer.reserve()
  const clock = page.getByText(/^\d+:\d\d left$/).first()
  const before = await clock.textContent()
  await expect(clock).not.toHaveText(before ?? '')
  await buyer.fillDetails(someDetails())
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
})

test('a page that is translated before it is hydrated is rendered anew, and works @night', async ({
  page,
  watch,
}) => {
  // React says that what arrived is not what it rendered.
  watch.expectMessage(/Minified React error #418/)
  await page.addInitScript(translatePages, 'DOMContentLoaded')
  const buyer = new Buyer(page)
  const { event, types } = await findOnSale(page.request, '')
  await buyer.openList()
  await buyer.openEvent(event.name)
  await buyer.chooseDay()
  await expect(page.locator('main font').first()).toBeAttached()
  await buyer.addTicket(types[0]?.name ?? '', 1)
})
