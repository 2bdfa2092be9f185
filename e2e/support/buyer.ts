import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { open } from './open.ts'

export const CARDS = {
  works: '4242424242424242',
  declined: '4000000000000002',
  authenticate: '4000002500003155',
} as const

/** A buyer's details; the e-mail address is unique, so that their mails can be found by it. */
export function someDetails() {
  return {
    'First name': 'Ada',
    'Last name optional': 'Lovelace',
    Email: `ada-${randomUUID().slice(0, 8)}@example.com`,
    Phone: '(212) 555-0100',
    Address: '1 Main Street',
    City: 'New York',
    State: 'NY',
    'ZIP code': '10001',
  }
}
export type Details = ReturnType<typeof someDetails>

const MONEY = /\$([\d,]+)(?:\.(\d\d))?/

/** The tickets that a slot says are left, '7:00 PM 3 left'; without a number there are plenty. */
const ticketsLeft = (slot: string): number => Number(/(\d+) left/.exec(slot)?.[1] ?? 1000)

const mostLeft = (slots: readonly string[]): string =>
  slots.reduce(
    (most, slot) => (ticketsLeft(slot) > ticketsLeft(most) ? slot : most),
    slots[0] ?? '',
  )

/** A purchase as a person makes it, step by step, by what is visible on the page. */
export class Buyer {
  readonly page: Page
  /** '' for the default tenant, '/harbor' for a tenant's path. */
  readonly base: string

  constructor(page: Page, base = '') {
    this.page = page
    this.base = base
  }

  async openList(): Promise<void> {
    await open(this.page, `${this.base}/`)
    await expect(this.page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  }

  /** Opens an event from the list, by its card. */
  async openEvent(name: string): Promise<void> {
    const link = this.page
      .getByRole('article')
      .filter({ has: this.page.getByRole('heading', { name, exact: true }) })
      .getByRole('link', { name: 'Get Tickets' })
    await this.loadUntil(link)
    await link.click()
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible()
  }

  /** Loads more of the list until `target` appears. */
  async loadUntil(wanted: Locator): Promise<void> {
    const more = this.page.getByRole('button', { name: /^Load More Events/ })
    const cards = this.page.getByRole('article')
    while ((await wanted.count()) === 0) {
      const shown = await cards.count()
      // Without an end, a list that lacks it would be waited for as long as a slow answer.
      await more.click({ timeout: 5000 })
      // The button disappears with the last page; a press while it is busy could wait for ever.
      await expect.poll(() => cards.count()).toBeGreaterThan(shown)
    }
  }

  /** Days that can be chosen, in order. */
  get openDays(): Locator {
    return this.page
      .getByRole('gridcell')
      .getByRole('button', { name: /(available|selling fast)$/ })
  }

  /**
   * The last day with plenty of tickets, because the first may be today with few hours left. An
   * event with one date has a button to its tickets instead of a calendar.
   */
  async chooseDay(): Promise<void> {
    await expect(this.openDays.first().or(this.ticketsButton)).toBeVisible()
    if (await this.ticketsButton.isVisible()) return this.openTickets()
    const plenty = this.openDays.and(this.page.getByRole('button', { name: /, available$/ }))
    await ((await plenty.count()) > 0 ? plenty : this.openDays).last().click()
    await this.expectStep('Select Tickets')
  }

  /** On the page of an event with one date, which asks for none. */
  get ticketsButton(): Locator {
    return this.page.getByRole('button', { name: 'Get Tickets' }).filter({ visible: true })
  }

  async openTickets(): Promise<void> {
    await this.ticketsButton.click()
    await this.expectStep('Select Tickets')
  }

  async addTicket(type: string, count = 1): Promise<void> {
    const counter = this.page.getByRole('group', { name: type, exact: true })
    for (let added = 0; added < count; added += 1) {
      await counter.getByRole('button', { name: `Add one ${type}` }).click()
    }
  }

  async goOnFromTickets(): Promise<void> {
    await this.page.getByRole('button', { name: /^(Select Time Slot|Review Order)$/ }).click()
  }

  /** Start times that have room for the chosen tickets. */
  get openSlots(): Locator {
    return this.page.getByRole('button', { name: /^\d{1,2}:\d\d [AP]M/, disabled: false })
  }

  /** The time with most tickets, because other tests buy from the demo at the same time. */
  async chooseTime(): Promise<void> {
    await this.expectStep('Select Time')
    await expect(this.openSlots.first()).toBeVisible()
    const slot = mostLeft(await this.openSlots.allInnerTexts())
    // By its time: a slot that sells out meanwhile would move the others up.
    const time = /^\d{1,2}:\d\d [AP]M/.exec(slot)?.[0] ?? slot
    await this.page.getByRole('button', { name: new RegExp(`^${time}`) }).click()
    await this.expectStep('Review Order')
  }

  async addExtra(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `Add one ${name}` }).click()
  }

  get reserveButton(): Locator {
    return this.page.getByRole('button', { name: 'Reserve Cart & Checkout' })
  }

  /** Holds the cart and goes to its checkout; returns the cart's number. */
  async reserve(): Promise<string> {
    await this.reserveButton.click()
    await expect(this.page.getByRole('dialog', { name: 'Tickets Reserved!' })).toBeVisible()
    await this.page.waitForURL(/\/checkout-api\/\d{5}\?/)
    await this.expectStep('Checkout')
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? ''
  }

  /** Opens the checkout of a cart that this browser holds. */
  async openCheckout(cartId: string): Promise<void> {
    await open(this.page, `${this.base}/checkout-api/${cartId}`)
    await this.expectCardForm()
  }

  /** Waits until fields and payment form are ready, so that the cart can be paid. */
  async expectCardForm(): Promise<void> {
    await expect(this.cardNumber).toBeVisible()
    await expect(this.payButton).toBeEnabled()
  }

  /** Fills in what is asked: a free order asks for less. The details are of the United States. */
  async fillDetails(details: Details): Promise<void> {
    await expect(this.field('First name')).toBeVisible()
    if (await this.country.isVisible()) await this.country.selectOption('US')
    for (const [label, value] of Object.entries(details)) {
      if (await this.field(label).isVisible()) await this.field(label).fill(value)
    }
  }

  get country(): Locator {
    return this.page.getByRole('combobox', { name: 'Country', exact: true })
  }

  field(label: string): Locator {
    return this.page.getByRole('textbox', { name: label, exact: true })
  }

  get cardNumber(): Locator {
    return this.field('Card number')
  }

  async fillCard(number: string): Promise<void> {
    await this.cardNumber.fill(number)
    await this.field('Expiration date').fill('12 / 34')
    await this.field('Security code').fill('123')
  }

  get payButton(): Locator {
    return this.page.getByRole('button', { name: 'Complete Payment' })
  }

  /** Presses the button; the caller waits for the outcome. */
  async pay(card: string): Promise<void> {
    await this.fillCard(card)
    await this.payButton.click()
  }

  /** The bank's page, for a card that requires 3-D Secure. */
  async answerBank(button: 'Complete authentication' | 'Fail authentication'): Promise<void> {
    const bank = this.page.frameLocator('iframe[title="3-D Secure authentication"]')
    await bank.getByRole('button', { name: button }).click()
  }

  /** Waits for the confirmation and returns the order's id from its address. */
  async expectConfirmation(): Promise<string> {
    await this.page.waitForURL(/\/order-confirmation\/[0-9a-f-]{36}/, { timeout: 20_000 })
    await expect(this.page.getByRole('heading', { name: 'You’re going' })).toBeVisible()
    await expect(this.page.getByText('API Verified')).toBeVisible()
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? ''
  }

  async expectStep(heading: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }

  /** The total in cents, once a price is shown. */
  async total(): Promise<number> {
    await expect.poll(() => this.#shownTotal()).toBeGreaterThan(0)
    return this.#shownTotal()
  }

  async expectTotal(cents: number): Promise<void> {
    await expect.poll(() => this.#shownTotal()).toBe(cents)
  }

  /** The total as text, in the phone's bar or on the order's ticket card. */
  async #shownTotal(): Promise<number> {
    const places = this.page
      .getByRole('region', { name: /^(Total|Your order)$/ })
      .or(this.page.getByText(/^Total( from)?$/).locator('..'))
    const text = await places.filter({ visible: true }).last().innerText()
    const [, dollars = '', cents = '00'] = MONEY.exec(text) ?? []
    return Number(dollars.replaceAll(',', '') + cents)
  }
}
