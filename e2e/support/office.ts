import { randomUUID } from 'node:crypto'
import { PLATFORM_HUE } from '@foyer/domain'
import { expect, type Page } from '@playwright/test'
import { type Colleague, someColleague } from './colleague.ts'
import { followMailLink, openMail } from './mailbox.ts'
import type { Watch } from './watch.ts'
import type { BuiltEvent, EventPlan, World } from './world.ts'

const someOrganizer = () => `Lantern ${randomUUID().slice(0, 8)}`

/** A clerk with an organizer of their own, whose path begins with the slug. */
interface Owner {
  clerk: Clerk
  person: Colleague
  slug: string
}

/** A person at a screen of the back office, by what is visible. */
export class Clerk {
  readonly page: Page

  constructor(page: Page, watch: Watch) {
    this.page = page
    // Nobody is signed in before a sign-in and after its end, and the page asks who is.
    watch.expectAnswer(401, /\/api\/(platform\/staff|admin)\//)
  }

  /** A clerk who is signed in and works for nobody yet. No screen is open. */
  static async signedIn(
    page: Page,
    watch: Watch,
    world: World,
    person = someColleague(),
  ): Promise<Clerk> {
    const value = await world.signedIn(person)
    const cookie = { name: 'foyer_staff', value, httpOnly: true, sameSite: 'Strict' } as const
    // The programs of the tests differ in their ports, which do not matter to a cookie.
    await page.context().addCookies([{ ...cookie, domain: 'localhost', path: '/' }])
    return new Clerk(page, watch)
  }

  /**
   * The owner of a new organizer, signed in, with no screen open. Tests of the office begin here:
   * {@link signUp} and {@link register} take seconds, and are for tests that show just these.
   */
  static async withOrganizer(
    page: Page,
    watch: Watch,
    world: World,
    { person = someColleague(), organizer = someOrganizer() } = {},
  ): Promise<Owner> {
    const clerk = await Clerk.signedIn(page, watch, world, person)
    const slug = organizer.toLowerCase().replaceAll(' ', '-')
    const answer = await page.request.post('/api/platform/staff/organizers', {
      data: {
        name: organizer,
        slug,
        supportEmail: person.email,
        currency: 'usd',
        locale: 'en-US',
        hue: PLATFORM_HUE,
      },
    })
    expect(answer.status(), await answer.text()).toBe(201)
    return { clerk, person, slug }
  }

  async expectScreen(heading: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }

  /** From the form to the account. The next screen registers an organizer. */
  async signUp({ name, email, password }: Colleague): Promise<void> {
    await this.page.goto('/admin/sign-up')
    await this.page.getByLabel('Your name').fill(name)
    await this.page.getByLabel('E-mail address').fill(email)
    await this.page.getByRole('button', { name: 'Send the link' }).click()
    await this.expectScreen('Check your mail')
    await openMail(this.page, email, 'Confirm your address')
    await followMailLink(this.page, 'Choose a password')
    await this.expectScreen('Choose a password')
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Make the account' }).click()
    await this.expectScreen('Name your shop')
  }

  /** On the screen that follows a sign-up. Returns the organizer's slug. */
  async register(name = someOrganizer()): Promise<string> {
    await this.page.getByLabel('Name', { exact: true }).fill(name)
    await this.page.getByRole('button', { name: 'Register' }).click()
    await this.expectScreen(name)
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? ''
  }

  async signIn({ email, password }: Pick<Colleague, 'email' | 'password'>): Promise<void> {
    await this.page.getByLabel('E-mail address').fill(email)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  async signOut(): Promise<void> {
    await this.page
      .getByRole('button', { name: /^Account:/ })
      .filter({ visible: true })
      .click()
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await this.expectScreen('Sign in')
  }
}

/** Makes all sign-ins of a person older than calls about roles and factors accept. */
export const makeSignInOld = (world: World, email: string) =>
  world.sql(
    `update staff_sessions set signed_in_at = signed_in_at - interval '1 hour'
     where person_id = (select id from staff_people where email = $1)`,
    [email],
  )

/** Ends all sign-ins of a person, as their time does. */
export const endSignIns = (world: World, email: string) =>
  world.sql(
    `delete from staff_sessions
     where person_id = (select id from staff_people where email = $1)`,
    [email],
  )

/** Makes a person an operator of the platform who signed in with a second factor, or without one. */
export async function makeOperator(
  world: World,
  email: string,
  factor: 'totp' | 'password' = 'totp',
): Promise<void> {
  await world.sql(
    `insert into platform_operators (person_id) select id from staff_people where email = $1`,
    [email],
  )
  await world.sql(
    `update staff_sessions set factor = $2
     where person_id = (select id from staff_people where email = $1)`,
    [email, factor],
  )
}

/** Makes a call of the specification, such as createCheckoutRule, as the person who is signed in. */
export async function officeCall(
  page: Page,
  organizer: string,
  name: string,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await page.request.post(`/api/${name}`, {
    headers: { 'x-brand-path': organizer },
    data: body,
  })
  expect([name, answer.status()]).toEqual([name, 201])
  return answer.json()
}

/** An event of an organizer that a clerk has registered. */
export async function eventOf(
  world: World,
  slug: string,
  plan: EventPlan = {},
): Promise<BuiltEvent> {
  const [tenant] = await world.sql<{ tenant_id: number }>(
    'select tenant_id from tenants where slug = $1',
    [slug],
  )
  return world.event({ tenantId: tenant?.tenant_id, name: 'Lighthouse', ...plan })
}
