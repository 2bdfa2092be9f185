import { join } from 'node:path'
import { type RunningFoyer, startFoyer } from '../harness/foyer.ts'
import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { someColleague } from '../support/colleague.ts'
import { reload } from '../support/open.ts'
import { ATTRACTION, Organizer, SHOW } from '../support/organizer-story.ts'
import { expect, test } from '../support/test.ts'
import { World } from '../support/world.ts'

/**
 * The whole story of an on-sale, in a program of its own: organizers are paid on accounts of theirs
 * (PAYMENTS=connect), and this one connects one.
 */
let foyer: RunningFoyer
test.beforeAll(async ({ browserName: _ }, { outputDir }) => {
  test.setTimeout(180_000)
  foyer = await startFoyer(join(outputDir, 'organizer-story.log'), { PAYMENTS: 'connect' })
})
test.afterAll(() => foyer?.stop())

test('an organizer who has never been here puts a season and a show on sale on Friday at 10:00, and sells @night', async ({
  browser,
  watch,
}) => {
  test.setTimeout(180_000)
  const world = new World(foyer.databaseUrl)
  const newPage = async () => {
    const context = await browser.newContext({ baseURL: foyer.url })
    await watch.over(context)
    return context.newPage()
  }
  const page = await newPage()
  // Most screens have tests of their own; these also say what comes next.
  const checked = ['checklist', 'tickets', 'dates']
  const mara = new Organizer(page, watch, async (name) => {
    await expectNoSidewaysScroll(page, name)
    if (checked.includes(name)) await expectNoViolations(page, name)
  })

  const slug = await mara.signUp(someColleague('Mara Lindqvist'), 'Tidewater Hall')
  await mara.addSecondFactor()
  await page.goto(`/admin/o/${slug}`)
  await mara.addVenue()
  await mara.createAttraction()
  await mara.connectAccount()
  await mara.chooseLook()
  await mara.startSalesOnFriday(ATTRACTION)
  await mara.readDraft(ATTRACTION)
  await mara.publish(ATTRACTION)
  await mara.createShow()
  await mara.openHome()
  await expect(page.getByText(`Sales of ${ATTRACTION} open on Friday`)).toBeVisible()
  await page.getByRole('link', { name: `Choose when sales start of ${SHOW}` }).click()
  await mara.startSalesOnFriday(SHOW)
  await mara.readDraft(SHOW)
  await mara.publish(SHOW)

  const shop = new Buyer(await newPage(), `/${slug}`)
  await shop.openList()
  await shop.page
    .getByRole('article')
    .getByRole('link', { name: `View Event for ${ATTRACTION}` })
    .click()
  await expect(
    shop.page.getByRole('heading', { name: /^On sale Friday, .+ at 10:00 AM/ }),
  ).toBeVisible()
  await expect(shop.page.getByRole('timer')).toBeVisible()

  // Friday comes early.
  await world.sql(
    `update event_sales set opens_at = clock_timestamp() + interval '15 seconds'
     where event_id = (select id from events where name = $1)`,
    [ATTRACTION],
  )
  // Pages are cached for some seconds, and only a change through the office drops them. On a busy
  // machine the sales may have started by then.
  const lastSeconds = shop.page.getByRole('timer').filter({ hasText: /^00:00:\d\d$/ })
  await expect(async () => {
    await reload(shop.page)
    await expect(lastSeconds.or(shop.openDays.first())).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(shop.openDays.first()).toBeVisible({ timeout: 40_000 })
  await shop.chooseDay()
  await shop.addTicket('Adult', 2)
  await shop.goOnFromTickets()
  await shop.chooseTime()
  await shop.reserve()
  await shop.expectCardForm()
  await shop.fillDetails(someDetails())
  await shop.pay(CARDS.works)
  await shop.expectConfirmation()

  await mara.openHome()
  await expect(page.getByText(`${ATTRACTION} now.`)).toBeVisible()
  await mara.openMoney()
  await expect(page.getByText('Not available yet')).toBeVisible()
  await world.close()
})
