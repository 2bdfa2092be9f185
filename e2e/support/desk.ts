import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { someColleague } from './colleague.ts'
import { Clerk, eventOf } from './office.ts'
import { holdByCall, payByCall, readOrder } from './pay-by-call.ts'
import type { Watch } from './watch.ts'
import type { BuiltEvent, EventPlan, World } from './world.ts'

/** An order at the desk of an organizer of its own, and what its dialogs show. */
export class Desk {
  readonly page: Page
  readonly slug: string
  readonly event: BuiltEvent
  readonly orderId: string

  private constructor(page: Page, slug: string, event: BuiltEvent, orderId: string) {
    this.page = page
    this.slug = slug
    this.event = event
    this.orderId = orderId
  }

  /** Two adults at 30.00, on a day that has a neighbour: there the first session costs 10.00 more. */
  static async open(page: Page, watch: Watch, world: World, plan: EventPlan = {}): Promise<Desk> {
    const { slug } = await Clerk.withOrganizer(page, watch, world, {
      person: someColleague('Grace Hopper'),
    })
    const event = await eventOf(world, slug, {
      isTimedEntry: true,
      sessions: 3,
      capacity: 40,
      types: [
        { name: 'Adult', dynamicMinor: 3000 },
        { name: 'Front Row', dynamicMinor: 5000 },
      ],
      ...plan,
    })
    const [, dearer = '', same = ''] = event.sessionIds
    await world.moveSession(dearer, 1)
    await world.moveSession(same, 1)
    await world.sql(
      'update session_prices set price_minor = 4000 where session_id = $1 and ticket_type_id = $2',
      [dearer, event.typeId],
    )
    const cart = await holdByCall(page.request, event, 2, undefined, `/${slug}`)
    const orderId = await payByCall(page.request, cart, `/${slug}`)
    await world.untilCardIsStored(orderId)
    const desk = new Desk(page, slug, event, orderId)
    await desk.show()
    return desk
  }

  get number(): string {
    return this.orderId.slice(-8).toUpperCase()
  }

  get base(): string {
    return `/${this.slug}`
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  get history(): Locator {
    return this.page.getByRole('list', { name: 'History' })
  }

  async show(): Promise<void> {
    await this.page.goto(`/admin/o/${this.slug}/orders/${this.orderId}`)
    await expect(
      this.page.getByRole('heading', { level: 1, name: `Order ${this.number}` }),
    ).toBeVisible()
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click()
  }

  /** Opens the dialog to reschedule and chooses the other day; its sessions are to be chosen yet. */
  async chooseOtherDay(): Promise<void> {
    await this.press('Reschedule…')
    const day = this.dialog.getByLabel('Day', { exact: true })
    await day.selectOption({ index: 2 })
    await expect(this.session('dearer')).toBeVisible()
  }

  /** A session of the other day, by what it costs more. */
  session(which: 'dearer' | 'same'): Locator {
    return this.dialog.getByRole('radio', {
      name: which === 'dearer' ? /\+\$20\.00/ : /Same price/,
    })
  }

  get costs(): Locator {
    return this.dialog.getByRole('region', { name: 'What it costs' })
  }

  /** The tickets of the order as the browser reads them that bought it. */
  async tickets() {
    const { tickets } = await readOrder(this.page.request, this.orderId, this.base)
    return tickets.filter(({ isCancelled }) => !isCancelled)
  }

  async emailOfBuyer(): Promise<string> {
    return (await readOrder(this.page.request, this.orderId, this.base)).order.email
  }
}
