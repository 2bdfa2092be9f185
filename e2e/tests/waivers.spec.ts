import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { open } from '../support/open.ts'
import { holdByCall, payByCall } from '../support/pay-by-call.ts'
import { UNKNOWN_EVENT } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

const TEXT = 'I take part at my own risk.\n\nThe organizer may help me if I am hurt.'

test('participants sign the waiver of their event, typed or drawn, and may sign again @both', async ({
  page,
  world,
}) => {
  const event = await world.event({ waiver: TEXT })
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  await open(page, `/waiver/${orderId}`)
  const main = page.getByRole('main')
  await expect(main.getByText('0/2 Complete')).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await main.getByRole('button', { name: 'Sign Waiver', exact: true }).click()
  await expect(main.getByText('Please complete all required fields and agreements')).toBeVisible()
  await expect(main.getByLabel('Full name of the participant')).toBeFocused()
  await expect(main.getByText('Required', { exact: true })).toHaveCount(5)
  for (const label of ['Full name of the participant', 'Email']) {
    await expect(main.getByLabel(label, { exact: false }).first()).toHaveAttribute('required', '')
  }
  await expectNoViolations(page, 'waiver')
  await expectContrastInOtherTheme(page, 'waiver')
  await expectNoSidewaysScroll(page, 'waiver')

  await main.getByLabel('Full name of the participant').fill('Grace Hopper')
  await main.getByLabel('Email', { exact: false }).first().fill('grace@example.com')
  await main.getByRole('button', { name: 'Draw' }).click()
  const pad = main.getByRole('img', { name: 'Area to draw your signature in' })
  // Waits until it has come to rest in the window.
  await pad.hover()
  const box = await pad.boundingBox()
  if (!box) throw new Error('The area is not shown')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 90, box.y + 60)
  await page.mouse.move(box.x + 140, box.y + 30)
  await page.mouse.up()
  await main.getByLabel('I have read the waiver').check()
  await main.getByLabel('I understand the risks').check()
  await main.getByRole('button', { name: 'Sign Waiver', exact: true }).click()
  await expect(main.getByText('1/2 Complete')).toBeVisible()
  await expect(main.getByRole('button', { name: /^Update Waiver.*Grace Hopper$/ })).toBeVisible()
  await expect(main.getByRole('link', { name: /^Download PDF.*Grace Hopper$/ })).toBeVisible()

  // Signed again, with the name typed.
  await main.getByRole('button', { name: /^Update Waiver.*Grace Hopper$/ }).click()
  await main.getByRole('button', { name: 'Type' }).click()
  await main.getByLabel('Type your full name as your signature').fill('Grace Hopper')
  await main.getByLabel('I have read the waiver').check()
  await main.getByLabel('I understand the risks').check()
  await main.getByRole('button', { name: 'Update Waiver', exact: true }).click()
  await expect(main.getByLabel('I have read the waiver')).toHaveCount(0)
  await expect(main.getByText('1/2 Complete')).toBeVisible()
  expect(
    await world.sql(
      'select signature_kind as kind from waiver_signatures where order_id = $1 order by signed_at',
      [orderId],
    ),
  ).toEqual([{ kind: 'drawn' }, { kind: 'typed' }])
  await main.getByRole('link', { name: 'Back to your order' }).click()
  await expect(page.getByText('1 of 2 participants has not signed the waiver yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign the waivers' }).click()
  await expect(page).toHaveURL(new RegExp(`/waiver/${orderId}`))
  await open(page, `/manage-order/${orderId}`)
  await expect(page.getByText('1 of 2 participants has not signed the waiver yet.')).toBeVisible()
})

test('a browser without a right to the order finds no waivers @both @night', async ({
  page,
  watch,
}) => {
  watch.expectAnswer(404, /\/waivers/)
  await open(page, `/waiver/${UNKNOWN_EVENT}`)
  await expect(page.getByRole('heading', { name: 'Order Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Manage Orders' }).click()
  await expect(page).toHaveURL(/\/manage-order$/)
})
