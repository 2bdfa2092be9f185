import type { Locator, Page } from '@playwright/test'

/** A screen of the back office, and what a person opens there: a dialog, a result. */
export interface OfficeScene {
  /** Below `/admin/o/ORGANIZER/`; words in capitals are ids. */
  path: string
  open: (page: Page) => Promise<void>
}

const dialog = (page: Page): Locator => page.getByRole('dialog')
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

/** From the menu of the first row. */
const choose = (menu: RegExp, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
  await dialog(page).waitFor()
}

/** A new rule with a value in each kind of field, and a discount. */
async function fillRule(page: Page): Promise<void> {
  await press('New checkout rule')(page)
  const form = dialog(page)
  await form.getByRole('textbox', { name: 'Name' }).fill('Families on a Sunday')
  const about = (row: number) =>
    form.getByRole('combobox', { name: `Condition ${row}`, exact: true })
  await about(1).selectOption('Number of tickets')
  await form.getByLabel('Value').fill('4')
  for (const [row, field] of [
    [2, 'Day of the week'],
    [3, 'Session time'],
    [4, 'Event name'],
  ] as const) {
    await form.getByRole('button', { name: 'Add a condition' }).click()
    await about(row).selectOption(field)
  }
  await form.getByLabel('Percent').fill('12.5')
}

/** Two tickets with a code that does not exist. */
async function simulate(page: Page): Promise<void> {
  await press(/^Add one/)(page)
  await page.getByLabel('Coupon code').fill('NOSUCH')
  await press('Simulate')(page)
  await page.getByRole('heading', { name: 'Result' }).waitFor()
}

async function findPerson(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill(EMAIL)
  await press('Show what is stored')(page)
  await page.getByRole('region', { name: `Stored about ${EMAIL}` }).waitFor()
}

/** What every picture of a person's data is of. */
export const EMAIL = 'ada.lovelace@example.com'

/** Dialogs and results that no address leads to. */
export const SCENES: Readonly<Record<string, OfficeScene>> = {
  'coupon-group-new': { path: 'coupons/groups', open: press('New coupon group') },
  'coupon-group-refused': {
    path: 'coupons/groups',
    open: async (page) => {
      await press('New coupon group')(page)
      await press('Create the group')(page)
    },
  },
  'coupon-code-new': { path: 'coupons/codes?group=GROUP', open: press('New coupon code') },
  'coupon-code-edit': { path: 'coupons/codes', open: choose(/^More about/, 'Edit') },
  'coupon-codes-many': { path: 'coupons/codes?group=GROUP', open: press('Many codes') },
  'coupon-codes-made': {
    path: 'coupons/codes?group=GROUP',
    open: async (page) => {
      await press('Many codes')(page)
      await press('Create the codes')(page)
      await page.getByRole('heading', { name: '100 codes are ready' }).waitFor()
    },
  },
  'checkout-rule-new': { path: 'coupons/rules', open: fillRule },
  'checkout-rule-refused': {
    path: 'coupons/rules',
    open: async (page) => {
      await press('New checkout rule')(page)
      await dialog(page)
        .getByRole('radio', { name: /^Coupon group/ })
        .check()
      await dialog(page)
        .getByRole('radio', { name: /^Selected events/ })
        .check()
      await dialog(page)
        .getByRole('radio', { name: /^Block/ })
        .check()
      await press('Create the rule')(page)
    },
  },
  'checkout-rule-edit': { path: 'coupons/rules', open: choose(/^More about/, 'Edit') },
  'simulator-cart': { path: 'coupons/rules/simulator?event=SHOW', open: simulate },
  'order-refund': { path: 'orders/ORDER', open: press('Refund…') },
  'order-address': { path: 'orders/ORDER', open: press('Correct the address') },
  'order-name': { path: 'orders/ORDER', open: press('Correct the name') },
  'order-move': { path: 'orders/ORDER', open: press('Reschedule…') },
  'order-end': { path: 'orders/ORDER', open: press('Cancel tickets…') },
  'privacy-person': { path: 'settings/privacy', open: findPerson },
  'privacy-erase': {
    path: 'settings/privacy',
    open: async (page) => {
      await findPerson(page)
      await press('Erase this person')(page)
    },
  },
  'date-gifts': {
    path: 'events/SHOW/dates',
    open: choose(/^Actions for/, 'Give tickets away…'),
  },
  'date-mail': { path: 'events/SHOW/dates', open: choose(/^Actions for/, 'Mail the buyers…') },
  'date-call-off': { path: 'events/SHOW/dates', open: choose(/^Actions for/, 'Call off…') },
}
