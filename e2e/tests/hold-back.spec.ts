import { holdBack } from '../support/hold-back.ts'
import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'

const ROUNDS = 20
const OTHERS = 4

test('a call that is held back is sent when it is released, and no other call is lost @night', async ({
  page,
}) => {
  await open(page, '/manage-order')
  // Each call is repeated as soon as it is answered.
  const others = await page.evaluateHandle((count) => {
    const page = { isOpen: true, answered: 0 }
    const askOnAndOn = async () => {
      while (page.isOpen) await fetch('/healthz')
      page.answered += 1
    }
    for (let other = 0; other < count; other += 1) void askOnAndOn()
    return page
  }, OTHERS)
  for (let round = 0; round < ROUNDS; round += 1) {
    const address = `/healthz?round=${round}`
    const letGo = await holdBack(page, new RegExp(`round=${round}$`))
    const [answer] = await Promise.all([
      page.evaluate(async (url) => (await fetch(url)).status, address),
      page.waitForRequest((request) => request.url().endsWith(address)).then(letGo),
    ])
    expect(answer).toBe(200)
  }
  await others.evaluate((page) => {
    page.isOpen = false
  })
  await expect.poll(() => others.evaluate(({ answered }) => answered)).toBe(OTHERS)
})
