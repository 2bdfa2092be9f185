import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { type Buyer, CARDS, someDetails } from './buyer.ts'
import { Clerk } from './office.ts'
import { open } from './open.ts'
import type { Look } from './organizer-story.ts'
import type { Watch } from './watch.ts'
import type { EventPlan } from './world.ts'

/** What the campaign is for. Its buyer takes two tickets of the first type. */
export const SHOW = {
  name: 'Lanterns on the Quay',
  types: [
    { name: 'Standing', priceMinor: 3500 },
    { name: 'Seated', priceMinor: 5500 },
  ],
} satisfies EventPlan

const GROUP = 'Spring newsletter'
const READERS = 'Ten percent for readers'
const MANY = 'Fifteen percent from six tickets'
export const CODES = 500

/** An organizer who gives readers of a newsletter a code each, and later reads what they bought. */
export class Campaign {
  readonly #page: Page
  readonly #clerk: Clerk
  readonly #slug: string
  readonly #look: Look

  constructor(page: Page, watch: Watch, slug: string, look: Look) {
    this.#page = page
    this.#clerk = new Clerk(page, watch)
    this.#slug = slug
    this.#look = look
  }

  async createGroup(): Promise<void> {
    const page = this.#page
    await page.goto(`/admin/o/${this.#slug}/coupons`)
    await this.#clerk.expectScreen('Coupon Groups')
    await this.#press('New coupon group')
    await this.#dialog.getByRole('textbox', { name: 'Name' }).fill(GROUP)
    await this.#dialog.getByLabel('Description').fill('A code for each reader, until the summer.')
    await this.#look('group')
    await this.#press('Create the group')
    await expect(page.getByText('Coupon group created successfully').first()).toBeVisible()
    // What is missing until its codes give something.
    await expect(page.getByText('No rule yet')).toBeVisible()
  }

  /** As many codes as there are readers. Returns them as the file has them. */
  async createCodes(): Promise<string[]> {
    const page = this.#page
    await page.getByRole('link', { name: GROUP }).click()
    await this.#clerk.expectScreen('Coupon Codes')
    await this.#press('Many codes')
    await expect(this.#groupField).toHaveValue(GROUP)
    await this.#dialog.getByLabel('Number of codes').fill(String(CODES))
    await this.#dialog.getByLabel('Each begins with').fill('SPRING-')
    await this.#look('many-codes')
    await this.#press('Create the codes')
    await expect(
      this.#dialog.getByRole('heading', { name: `${CODES} codes are ready` }),
    ).toBeVisible()
    await this.#look('codes-ready')
    const downloading = page.waitForEvent('download')
    await this.#press('Download the codes as CSV')
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`coupon-codes-${CODES}.csv`)
    const [, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    await this.#press('Done')
    return lines.map((line) => line.split(',')[0] ?? '')
  }

  /** What a code gives: ten percent from two tickets. */
  async createRuleOfGroup(): Promise<void> {
    await this.#openTab('Checkout Rules')
    await this.#press('New checkout rule')
    await this.#dialog.getByRole('textbox', { name: 'Name' }).fill(READERS)
    await this.#dialog.getByRole('radio', { name: /^Coupon group/ }).check()
    await this.#groupField.fill(GROUP)
    await this.#page.getByRole('option', { name: GROUP }).click()
    await this.#giveFrom(2, 10)
    await this.#look('rule-of-group', this.#dialog)
    await this.#createRule()
  }

  /** What an order gets without a code. */
  async createAutomaticRule(): Promise<void> {
    await this.#press('New checkout rule')
    await this.#dialog.getByRole('textbox', { name: 'Name' }).fill(MANY)
    await this.#giveFrom(6, 15)
    await this.#look('automatic-rule')
    await this.#createRule()
    const rules = this.#page.getByRole('table', { name: 'Checkout Rules' })
    await expect(rules).toContainText('10% off all tickets')
    await expect(rules).toContainText('Number of tickets is at least 6')
    await this.#look('rules')
  }

  /** Two tickets with a code: the rule of the group applies, the other one does not. */
  async simulate(code: string): Promise<void> {
    const page = this.#page
    await page.getByRole('link', { name: 'Simulator' }).click()
    await this.#clerk.expectScreen('Simulator')
    await page.getByRole('combobox', { name: 'Event' }).fill(SHOW.name)
    await page.getByRole('option', { name: SHOW.name }).click()
    await this.#press('Add one Standing')
    await page.getByLabel('Coupon code').fill(code)
    await this.#press('Simulate')
    const applied = page.getByRole('list', { name: 'Rules that applied', exact: true })
    await expect(applied).toContainText(READERS)
    await expect(applied).toContainText('Takes off $7.00.')
    await expect(page.getByRole('list', { name: 'Rules that did not apply' })).toContainText(
      'number of tickets is 2, must be at least 6',
    )
    await this.#look('simulator')
  }

  async expectInCart(code: string): Promise<void> {
    await this.#findCode(code)
    await expect(this.#rowOf(code)).toContainText('1 in a cart')
  }

  /** Nobody can use the code again. */
  async expectUsedUp(code: string): Promise<void> {
    await this.#findCode(code)
    await expect(this.#rowOf(code)).toContainText('1 of 1')
    await expect(this.#rowOf(code)).toContainText('Used up')
    await this.#look('used-code')
  }

  /** From the row of the group. */
  async openReport(code: string): Promise<void> {
    const page = this.#page
    await this.#openTab('Coupon Groups')
    await this.#press(`More about ${GROUP}`)
    await page.getByRole('menuitem', { name: 'Report' }).click()
    await this.#clerk.expectScreen(`Report: ${GROUP}`)
    await expect(page.getByRole('definition').filter({ hasText: '$63.00' })).toBeVisible()
    await expect(
      page.getByRole('table', { name: 'Report by code' }).getByRole('row').last(),
    ).toHaveText(new RegExp(`${code}\\s*1\\s*1\\s*2\\s*\\$7\\.00\\s*\\$63\\.00`))
    await this.#look('report')
  }

  get #dialog() {
    return this.#page.getByRole('dialog')
  }

  get #groupField() {
    return this.#dialog.getByRole('combobox', { name: 'Coupon group' })
  }

  #rowOf(code: string) {
    return this.#page.getByRole('row').filter({ hasText: code })
  }

  /** A percentage of all tickets, from so many. */
  async #giveFrom(tickets: number, percent: number): Promise<void> {
    const dialog = this.#dialog
    const about = dialog.getByRole('combobox', { name: 'Condition 1', exact: true })
    await about.selectOption('Number of tickets')
    await dialog.getByLabel('Value').fill(String(tickets))
    await dialog.getByLabel('Percent').fill(String(percent))
  }

  async #createRule(): Promise<void> {
    await this.#press('Create the rule')
    await expect(this.#dialog).toBeHidden()
    await expect(this.#page.getByText('Checkout rule created successfully').first()).toBeVisible()
  }

  async #findCode(code: string): Promise<void> {
    await this.#page.goto(`/admin/o/${this.#slug}/coupons/codes?q=${code}`)
    await this.#clerk.expectScreen('Coupon Codes')
  }

  async #openTab(name: string): Promise<void> {
    await this.#page.getByRole('link', { name, exact: true }).click()
    await this.#clerk.expectScreen(name)
  }

  async #press(name: string): Promise<void> {
    await this.#page.getByRole('button', { name, exact: true }).click()
  }
}

/** A reader with a link that has a code, from the list of events to the checkout. */
export async function holdByLink(buyer: Buyer, code: string): Promise<void> {
  const { page, base } = buyer
  await open(page, `${base}/?coupon=${code}`)
  await buyer.openEvent(SHOW.name)
  await buyer.openTickets()
  await buyer.addTicket('Standing', 2)
  await buyer.goOnFromTickets()
  await buyer.expectStep('Review Order')
  await buyer.reserve()
  await expect(page.getByRole('region', { name: 'Coupon' })).toContainText('takes $7.00 off')
  await buyer.expectTotal(6300)
}

/** Pays what {@link holdByLink} holds. Returns the order's id. */
export async function payWithCode(
  buyer: Buyer,
  look: Look,
  details = someDetails(),
): Promise<string> {
  await buyer.expectCardForm()
  await buyer.fillDetails(details)
  await look('checkout')
  await buyer.pay(CARDS.works)
  return buyer.expectConfirmation()
}
