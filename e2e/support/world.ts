import { randomUUID } from 'node:crypto'
import { Builder, type BuiltEvent, type EventPlan } from '@foyer/testkit/builder'
import type { BuiltCoupon, CouponPlan } from '@foyer/testkit/coupons'
import { buildManyEvents } from '@foyer/testkit/many-events'
import { until } from '@foyer/testkit/until'
import pg from 'pg'
import { newId, newSecret } from '../../apps/server/src/adapters/ids.ts'
import { createPasswords } from '../../apps/server/src/adapters/passwords.ts'
import { createSecrets } from '../../apps/server/src/adapters/secrets.ts'
import { APP_SECRET } from '../harness/app-secret.ts'
import type { Colleague } from './colleague.ts'

export type { BuiltEvent, EventPlan }

/** An event's sales as stored in the database. */
export interface Sales {
  orders: number
  tickets: number
  payments: number
}

/** The program's database: creates events for one test, moves time, and reads the sales. */
export class World {
  readonly #pool: pg.Pool
  readonly #builder: Builder
  readonly #passwordHashes = new Map<string, Promise<string | null>>()

  constructor(databaseUrl: string) {
    this.#pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
    this.#builder = new Builder(this.#pool)
  }

  /**
   * Creates an event of the default tenant, weeks ahead and so after the demo's in the list. Each
   * test makes its own, because tests that share stock would wait for each other or fail.
   */
  async event(plan: EventPlan = {}): Promise<BuiltEvent> {
    const [tenant] = await this.sql<{ tenant_id: number }>(
      'select tenant_id from tenants where is_default',
    )
    return this.#builder.event({ inDays: 30, tenantId: tenant?.tenant_id, ...plan })
  }

  /**
   * The same with one more session the day before. An event with a single date has no calendar.
   */
  async eventOnTwoDays(plan: EventPlan = {}): Promise<BuiltEvent> {
    const event = await this.event({ ...plan, sessions: (plan.sessions ?? 1) + 1 })
    await this.moveSession(event.sessionIds.at(-1) ?? '', -1)
    return event
  }

  /** Creates the default tenant of a program that was started without the demo. */
  async defaultTenant(): Promise<void> {
    await this.#builder.tenant({ isDefault: true })
  }

  /**
   * Creates an organizer with so many events, whose list no other test changes. Returns its path; the
   * program notices it a moment later.
   */
  async organizerWithEvents(count: number): Promise<string> {
    const slug = `list-${randomUUID().slice(0, 8)}`
    const { tenantId } = await this.#builder.tenant({ slug })
    await buildManyEvents(this.#pool, tenantId, count)
    return `/${slug}`
  }

  /** With a code of its own: the processes of all tests share the database, and the builder counts in one. */
  coupon(plan: CouponPlan): Promise<BuiltCoupon> {
    const code = `E2E${randomUUID().slice(0, 8)}`.toUpperCase()
    return this.#builder.coupon({ code, ...plan })
  }

  /**
   * Stores a person who has just signed in to the back office, without the mail, the screens and the
   * waits of a sign-up. Returns the token that the cookie of the session has.
   */
  async signedIn({ name, email, password }: Colleague): Promise<string> {
    const token = newSecret()
    await this.sql(
      `with person as (
         insert into staff_people (id, email, name, password_hash) values ($1, $2, $3, $4))
       insert into staff_sessions
         (digest, id, person_id, state, factor, signed_in_at, seen_at, ends_at, device, network)
       values ($5, $6, $1, 'open', 'password', now(), now(), now() + interval '1 day',
         'Chrome on Linux', '127.0.0.0')`,
      [
        newId(),
        email,
        name,
        await this.#hashOf(password),
        createSecrets(APP_SECRET).staffDigest('session', token),
        newId(),
      ],
    )
    return token
  }

  /** Made once, because a hash takes long on purpose. */
  #hashOf(password: string): Promise<string | null> {
    const known = this.#passwordHashes.get(password)
    const hash = known ?? createPasswords((work) => work()).hash(password)
    this.#passwordHashes.set(password, hash)
    return hash
  }

  /** Moves a session to a later day of the same event. */
  async moveSession(sessionId: string, days: number): Promise<void> {
    await this.sql(
      `update sessions set local_date = local_date + $2::integer,
         starts_at = starts_at + make_interval(days => $2), ends_at = ends_at + make_interval(days => $2)
       where id = $1`,
      [sessionId, days],
    )
  }

  /**
   * Calls a session off, or moves it by some days, as the organizer's command does; the jobs of the
   * program ask its buyers, who may answer for an hour.
   */
  async disrupt(sessionId: string, { days = null }: { days?: number | null } = {}): Promise<void> {
    await this.sql(
      `with disrupted as (
         insert into session_disruptions (tenant_id, id, session_id, event_id, kind, from_starts_at,
           to_starts_at, message, answer_by, unanswered)
         select tenant_id, gen_random_uuid(), id, event_id,
           case when $2::integer is null then 'called_off' else 'moved' end, starts_at,
           starts_at + make_interval(days => $2), 'The storm has damaged the roof. We are sorry.',
           now() + interval '1 hour', case when $2::integer is null then 'refund' else 'keep' end
         from sessions where id = $1)
       update sessions set status = case when $2::integer is null then 'called_off' else status end,
         local_date = local_date + coalesce($2, 0),
         starts_at = starts_at + make_interval(days => coalesce($2, 0)),
         ends_at = ends_at + make_interval(days => coalesce($2, 0))
       where id = $1`,
      [sessionId, days],
    )
  }

  /** Sells all tickets of a session except `left`, as a box office would. */
  async sellAllBut(sessionId: string, left: number): Promise<void> {
    await this.sql(
      'update stock set sold = capacity - held - $2 where session_id = $1 and pool_id = $1',
      [sessionId, left],
    )
  }

  /** Lets the holds of an event or cart expire in `seconds`; with 0 or less they have expired. */
  async endHolds(eventId: string, inSeconds: number, cartId: string | null = null): Promise<void> {
    await this.sql(
      `update holds set expires_at = clock_timestamp() + make_interval(secs => $2),
         reclaim_at = clock_timestamp() + make_interval(secs => $2)
       where state = 'held' and session_id in (select id from sessions where event_id = $1)
         and ($3::text is null or cart_number = $3)`,
      [eventId, inSeconds, cartId],
    )
  }

  async sales(eventId: string): Promise<Sales> {
    const [counts] = await this.sql<Sales>(
      `select (select count(*) from orders where event_id = $1)::integer as orders,
         (select count(*) from tickets where event_id = $1)::integer as tickets,
         (select count(*) from payments where event_id = $1 and state = 'completed')::integer as payments`,
      [eventId],
    )
    if (!counts) throw new Error('a count has one row')
    return counts
  }

  /** Waits until a webhook has said which card paid; a page that was opened before does not show it. */
  async untilCardIsStored(orderId: string): Promise<void> {
    await until(
      () =>
        this.sql(
          `select from payment_cards c join payments p on p.id = c.payment_id where p.order_id = $1`,
          [orderId],
        ),
      (cards) => cards.length > 0,
    )
  }

  async sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    return (await this.#pool.query<Row>(text, values)).rows
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
