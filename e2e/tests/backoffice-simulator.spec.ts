import { tabTo } from '../support/focus.ts'
import { Clerk, eventOf, officeCall } from '../support/office.ts'
import { holdByCall, payByCall } from '../support/pay-by-call.ts'
import { expectSound } from '../support/sound.ts'
import { expect, test } from '../support/test.ts'

const when = (field: string, operator: string, value: string | number) => ({
  conditions: { rules: [{ field, operator, value }] },
})
const percentOff = (value: number) => ({
  action: {
    type: 'discount',
    discounts: [{ ticketTypeId: 'all', discountType: 'percentage', value }],
  },
})

test('the simulator says which rules apply to a cart and a past order, and why, by keyboard alone', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  test.slow()
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  const event = await eventOf(world, slug, { types: [{ name: 'Adult', priceMinor: 3000 }] })
  const addRule = (rule: object) => officeCall(page, slug, 'createCheckoutRule', rule)
  const automatic = { triggerType: 'automatic', ...percentOff(10) }
  await addRule({ ...automatic, name: 'Pairs', ...when('quantity', '>=', 2) })
  await addRule({ ...automatic, name: 'Dear carts', ...when('totalAmount', '>', 100) })
  await addRule({ ...automatic, name: 'Later', ...when('quantity', '>=', 1) })
  const message = 'Groups book by telephone.'
  const refusing = { ...automatic, action: { type: 'block', message } }
  await addRule({ ...refusing, name: 'Groups', ...when('quantity', '>', 5) })

  await page.goto(`/admin/o/${slug}/coupons/rules`)
  await clerk.expectScreen('Checkout Rules')
  // Three rules of one priority: the younger ones are behind the oldest.
  await expect(page.getByText(/‘Pairs’ has the same priority and comes first/)).toHaveCount(2)
  await expectSound(page, 'rules with warnings')
  await tabTo(page, page.getByRole('link', { name: 'Simulator' }))
  await page.keyboard.press('Enter')
  await clerk.expectScreen('Simulator')
  await expectSound(page, 'a simulator without an event')

  const choice = page.getByRole('combobox', { name: 'Event' })
  await tabTo(page, choice)
  await page.keyboard.type('Lighthouse')
  await expect(page.getByRole('option', { name: /Lighthouse/ })).toBeVisible()
  await page.keyboard.press('Enter')
  const simulate = page.getByRole('button', { name: 'Simulate' })
  const result = page.getByRole('region', { name: 'Result' })
  const applied = page.getByRole('list', { name: 'Rules that applied', exact: true })
  const missed = page.getByRole('list', { name: 'Rules that did not apply' })
  await tabTo(page, page.getByRole('button', { name: 'Add one Adult' }))
  await page.keyboard.press('Enter')
  await tabTo(page, simulate)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Result' })).toBeFocused()
  await expect(applied).toContainText('Pairs')
  await expect(applied).toContainText('Takes off $6.00.')
  await expect(result.getByText('Total', { exact: true }).locator('..')).toContainText('$54.00')
  await expect(missed).toContainText(
    'Did not apply: total amount is $60.00, must be more than $100.00.',
  )
  await expect(missed).toContainText('a rule before it applied, and this one does not combine')
  await expectSound(page, 'a simulated cart')

  await tabTo(page, page.getByRole('textbox', { name: 'Coupon code' }))
  await page.keyboard.type('NOSUCH')
  await expect(result).toContainText('You have changed the cart since')
  await page.keyboard.press('Enter')
  await expect(result).toContainText('The code NOSUCH is refused')
  await expectSound(page, 'a refused code')

  await tabTo(page, page.getByRole('button', { name: 'Add one Adult' }))
  for (const _ of [3, 4, 5, 6]) await page.keyboard.press('Enter')
  await tabTo(page, simulate)
  await page.keyboard.press('Enter')
  await expect(result).toContainText('Refused by ‘Groups’')
  await expect(result).toContainText(message)

  // A day without its time has no value: it is not taken for now.
  const bought = page.getByLabel('Bought on')
  await tabTo(page, bought)
  await page.keyboard.type('05312031')
  await page.keyboard.press('Enter')
  await expect(bought).toHaveAccessibleDescription(/Bought on: fill in all of it, or nothing/)
  await expect(bought).toBeFocused()
  await expectSound(page, 'a cart with half a moment')

  // Bought at 54.00; then the rule is switched off.
  const visitor = await stranger()
  const cartId = await holdByCall(visitor.request, event, 2, undefined, `/${slug}`)
  const orderId = await payByCall(visitor.request, cartId, `/${slug}`)
  await world.sql('update checkout_rules set is_active = false where name = $1', ['Pairs'])
  await tabTo(page, page.getByRole('link', { name: 'A past order' }))
  await page.keyboard.press('Enter')
  const number = page.getByRole('textbox', { name: 'Order number' })
  await tabTo(page, number)
  watch.expectAnswer(404, /simulated-order/)
  await page.keyboard.type('#00000000')
  await page.keyboard.press('Enter')
  await expect(number).toHaveAccessibleDescription(/There is no order with this number/)
  await number.fill(`#${orderId.slice(-8).toUpperCase()}`)
  await page.keyboard.press('Enter')
  const then = page.getByRole('region', { name: 'What really applied' })
  await expect(then).toContainText('was bought for $54.00')
  await expect(then).toContainText('Pairs')
  await expect(applied).toContainText('Later')
  await expectSound(page, 'a simulated order')
})
