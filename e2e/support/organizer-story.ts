import { expect, type Locator, type Page } from '@playwright/test'
import type { Colleague } from './colleague.ts'
import { followMailLink, openMail } from './mailbox.ts'
import { Clerk } from './office.ts'
import { totpOf } from './totp.ts'
import type { Watch } from './watch.ts'

/** The zone of the venue; the browsers of the tests are elsewhere. */
const ZONE = { search: 'Los Angeles', name: 'America/Los_Angeles' }
export const ATTRACTION = 'The Tide Rooms'
export const SHOW = 'Lanterns on the Quay'

/** Called on each screen that is worth a picture, or a check. */
export type Look = (name: string, part?: Locator) => Promise<void>

const FRIDAY = 5
/** So many days after 'YYYY-MM-DD'. */
const dayAfter = (day: string, count: number) => {
  const date = new Date(`${day}T12:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** The days of the story: sales start on a Friday, the season begins on a Saturday after it. */
export function storyDays(now = Date.now()) {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE.name }).format(now)
  const weekday = new Date(`${today}T12:00Z`).getUTCDay()
  // The next one: in a week, if today is one.
  const friday = dayAfter(today, ((FRIDAY - weekday + 6) % 7) + 1)
  const after = (count: number) => dayAfter(friday, count)
  return {
    friday,
    seasonStarts: after(8),
    // A Sunday in the season.
    holiday: after(16),
    seasonEnds: after(64),
    showNight: after(22),
  }
}

/** An organizer who has never seen the back office, and follows what its screens say. */
export class Organizer {
  readonly #page: Page
  readonly #clerk: Clerk
  readonly #look: Look
  readonly #days = storyDays()

  constructor(page: Page, watch: Watch, look: Look) {
    this.#page = page
    this.#clerk = new Clerk(page, watch)
    this.#look = look
  }

  /** From 'Organizer Login' at the foot of a shop to the checklist of one's own. */
  async signUp({ name, email, password }: Colleague, shop: string): Promise<string> {
    const page = this.#page
    await page.goto('/admin')
    await this.#clerk.expectScreen('Sign in')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('Your name').fill(name)
    await page.getByLabel('E-mail address').fill(email)
    await this.#look('sign-up')
    await this.#press('Send the link')
    await this.#clerk.expectScreen('Check your mail')
    await openMail(page, email, 'Confirm your address')
    await followMailLink(page, 'Choose a password')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await this.#press('Make the account')
    await this.#clerk.expectScreen('Name your shop')
    await page.getByLabel('Name', { exact: true }).fill(shop)
    await this.#look('name')
    await this.#press('Register')
    await this.#clerk.expectScreen(shop)
    await this.expectProgress(0)
    await this.#look('checklist')
    return new URL(page.url()).pathname.split('/').at(-1) ?? ''
  }

  /** What the first screen asks for, since the shop takes money. */
  async addSecondFactor(): Promise<void> {
    const page = this.#page
    await page.getByRole('link', { name: 'Add a second factor' }).click()
    await this.#press('Set up an app')
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await this.#look('second-factor')
    const secret = await dialog.locator('.select-all').innerText()
    await dialog.getByLabel('Code of the app').fill(totpOf(secret))
    await dialog.getByRole('button', { name: 'Set up' }).click()
    await this.#press('I have stored them')
  }

  async addVenue(): Promise<void> {
    const page = this.#page
    await page.getByRole('link', { name: /^Add the venue/ }).click()
    await this.#clerk.expectScreen('New venue')
    await page.getByLabel('Name', { exact: true }).fill('Tidewater Hall')
    await page.getByLabel('Address', { exact: true }).fill('200 Quay Street')
    await page.getByLabel('City').fill('Portland')
    await page.getByLabel('State').fill('OR')
    await page.getByLabel('ZIP code').fill('97209')
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.click()
    await page.getByPlaceholder('Search').or(zone).last().fill(ZONE.search)
    await page.getByRole('option', { name: new RegExp(ZONE.search) }).click()
    await this.#look('venue')
    await this.#press('Add the venue')
    await this.#clerk.expectScreen('Venues')
    await this.expectProgress(1)
  }

  /** A day and then a time, at a price per date. */
  async createAttraction(): Promise<void> {
    await this.#next('Create an event')
    await this.#createDraft(ATTRACTION, /^Timed entry/)
    await this.expectProgress(2)
    await this.#next('Add a ticket')
    await this.#addType('Adult', null)
    await this.#addType('Child', '9')
    await this.#look('tickets')
    await this.expectProgress(3)
    await this.#next('Add dates with room and prices')
    await this.#createSeason()
  }

  async #createDraft(name: string, kind: RegExp): Promise<void> {
    const page = this.#page
    await this.#clerk.expectScreen('New event')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('radio', { name: kind }).check()
    if (name === ATTRACTION) await this.#look('event')
    await this.#press('Create the draft')
    await this.#clerk.expectScreen(name)
  }

  /** `price` null: a price per date. */
  async #addType(name: string, price: string | null): Promise<void> {
    const page = this.#page
    await this.#press('Add a ticket type')
    const dialog = page.getByRole('dialog', { name: 'New ticket type' })
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    if (price) {
      await dialog.getByRole('radio', { name: /^One price/ }).check()
      await dialog.getByLabel(/^Price in/).fill(price)
    } else await dialog.getByRole('radio', { name: /^A price per date/ }).check()
    await dialog.getByRole('button', { name: 'Add the ticket type' }).click()
    await expect(dialog).toBeHidden()
  }

  /** Each half hour, closed on Mondays and on a holiday, dearer at the weekend. */
  async #createSeason(): Promise<void> {
    const page = this.#page
    await page.getByRole('link', { name: 'Repeating dates' }).first().click()
    await page.getByLabel('First day').fill(this.#days.seasonStarts)
    await page.getByLabel('Last day').fill(this.#days.seasonEnds)
    await page.getByLabel('Except on').fill(this.#days.holiday)
    await page.getByLabel('Except on').press('Enter')
    await page.getByLabel('Adult: price, USD').fill('18')
    await this.#press('Add a difference')
    const difference = page.getByRole('group', { name: 'Difference 1' })
    await difference.getByLabel('Adult: price').fill('22')
    const create = page.getByRole('button', { name: /^Create \d+ dates$/ })
    await expect(create).toBeEnabled()
    await expect(page.getByRole('region', { name: 'Preview' })).toHaveAttribute(
      'aria-busy',
      'false',
    )
    await this.#look('season')
    await create.click()
    await expect(page.getByText('All done: dates created')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('table', { name: 'Dates' })).toContainText('Open')
    await this.expectProgress(4)
    await this.#look('dates')
  }

  async connectAccount(): Promise<void> {
    const page = this.#page
    await this.#next('Say where the money goes')
    await this.#clerk.expectScreen('Money')
    await this.#look('money')
    await this.#press('Connect with Stripe')
    await this.#press(/^Complete/)
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
    await this.expectProgress(5)
  }

  /** The colour and the line below the name, with the real shop beside them. */
  async chooseLook(): Promise<void> {
    const page = this.#page
    await this.#openFromMenu('Settings')
    await this.#clerk.expectScreen('Look')
    await page.getByLabel('Tagline').fill('A house of water and light, on the quay.')
    await page.getByRole('radio', { name: 'Sea' }).check({ force: true })
    await this.#look('look')
    await this.#press('Save')
    await expect(page.getByText('Buyers see it from now on.').first()).toBeVisible()
  }

  /** On the screens of an event, or where its next step is shown. */
  async startSalesOnFriday(name: string): Promise<void> {
    const page = this.#page
    await this.#next('Choose when sales start')
    await this.#clerk.expectScreen(name)
    await page.getByLabel('Sales start').first().fill(`${this.#days.friday}T10:00`)
    await page
      .getByRole('form', { name: 'Sales of the event' })
      .getByRole('button', { name: 'Save' })
      .click()
    await expect(page.getByText(/Friday, .+ at 10:00 AM/).first()).toBeVisible()
    if (name === ATTRACTION) await this.#look('sales')
  }

  /** Reads the draft in another tab, as a buyer will. */
  async readDraft(name: string): Promise<void> {
    const opening = this.#page.waitForEvent('popup')
    await this.#page.getByRole('link', { name: /^See it as a buyer/ }).click()
    const preview = await opening
    await expect(preview.getByRole('complementary', { name: 'Preview' })).toContainText(
      'This event is not published',
    )
    await expect(preview.getByRole('heading', { level: 1, name })).toBeVisible()
    await preview.close()
  }

  async publish(name: string): Promise<void> {
    await this.#next('Publish the event')
    await this.#clerk.expectScreen(name)
    await this.#press('Publish')
    await expect(this.#page.getByText('Published', { exact: true })).toBeVisible()
  }

  /** One night, one price, from the list of events on. */
  async createShow(): Promise<void> {
    const page = this.#page
    await this.#openFromMenu('Events')
    await page.getByRole('link', { name: 'New event' }).first().click()
    await this.#createDraft(SHOW, /^Shows/)
    await this.#next('Add a ticket')
    await this.#addType('Standing', '35')
    await this.#next('Add dates with room and prices')
    await page.getByRole('button', { name: 'One date' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'One date' })
    await dialog.getByLabel('Day').fill(this.#days.showNight)
    await dialog.getByLabel('Starts at').fill('20:30')
    await dialog.getByLabel('Lasts, in minutes').fill('120')
    await dialog.getByLabel('Capacity').first().fill('300')
    await this.#look('one-night')
    await dialog.getByRole('button', { name: 'Create the date' }).click()
    await expect(dialog).toBeHidden()
  }

  async openHome(): Promise<void> {
    await this.#openFromMenu('Home')
  }

  async openMoney(): Promise<void> {
    await this.#openFromMenu('Money')
    await this.#clerk.expectScreen('Money')
  }

  /** 'n of 6 done', on the first screen or beside the others. */
  async expectProgress(done: number): Promise<void> {
    await expect(
      this.#page.getByText(`${done} of 6 done`).filter({ visible: true }).first(),
    ).toBeVisible()
  }

  /** Follows what the office names as next. */
  async #next(step: string): Promise<void> {
    await this.#page
      .getByRole('navigation', { name: 'Set-up' })
      .filter({ visible: true })
      .getByRole('link', { name: step })
      .click()
  }

  async #openFromMenu(name: string): Promise<void> {
    await this.#page.getByRole('link', { name, exact: true }).first().click()
  }

  async #press(name: string | RegExp): Promise<void> {
    await this.#page.getByRole('button', { name, exact: typeof name === 'string' }).click()
  }
}
