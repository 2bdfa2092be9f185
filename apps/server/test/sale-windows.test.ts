import {
  listedUntil,
  type SessionSale,
  salesEndOf,
  UNTIL_END_CUTOFF_MINUTES,
  whyNotOnSale,
} from '@foyer/domain'
import { type BuiltEvent, serverForTests } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { selectOpening } from '../src/engine/sales/read-sales.ts'
import { selectSessionTypes } from '../src/features/availability/queries.ts'

/** The windows of sales in SQL (0054_sales_during_a_session.sql) and in TypeScript (packages/domain/src/offer.ts). */

const server = serverForTests({ jobs: false })

type Time = string | null
const BEFORE = '-1 hour'
const AFTER = '1 hour'
/** No bound, one that has passed, and one that lies ahead. */
const BOUNDS: readonly Time[] = [null, BEFORE, AFTER]

interface Rules {
  eventOpens: Time
  eventCloses: Time
  sessionOpens: Time
  sessionCloses: Time
  typeOpens: Time
  typeCloses: Time
  isPaused: boolean
  isHidden: boolean
  cutoff: { event: number; session: number | null }
}

const PLAIN: Rules = {
  eventOpens: null,
  eventCloses: null,
  sessionOpens: null,
  sessionCloses: null,
  typeOpens: null,
  typeCloses: null,
  isPaused: false,
  isHidden: false,
  cutoff: { event: 0, session: null },
}

const inOrder = (opens: Time, closes: Time) => opens !== AFTER || closes !== BEFORE

/** All pairs of bounds on each level, and each pair of levels together. */
const windows = BOUNDS.flatMap((opens) => BOUNDS.map((closes) => ({ opens, closes }))).filter(
  ({ opens, closes }) => inOrder(opens, closes) && !(opens !== null && opens === closes),
)
const combinations: Rules[] = [
  ...windows.flatMap((event) =>
    windows.flatMap((session) =>
      windows.map((type) => ({
        ...PLAIN,
        eventOpens: event.opens,
        eventCloses: event.closes,
        sessionOpens: session.opens,
        sessionCloses: session.closes,
        typeOpens: type.opens,
        typeCloses: type.closes,
      })),
    ),
  ),
  ...[true, false].flatMap((isPaused) =>
    [true, false].flatMap((isHidden) =>
      windows.map(({ opens, closes }) => ({
        ...PLAIN,
        isPaused,
        isHidden,
        eventOpens: opens,
        typeCloses: closes,
      })),
    ),
  ),
  ...[-60, 0, 60, 100_000].flatMap((event) =>
    [null, UNTIL_END_CUTOFF_MINUTES, 0, 60, 100_000].map((session) => ({
      ...PLAIN,
      cutoff: { event, session },
    })),
  ),
]

const at = (time: Time) =>
  `now() + $1::interval`.replace('$1', time === null ? 'null' : `'${time}'`)

async function store(event: BuiltEvent, rules: Rules) {
  const { eventId, sessionId, typeId } = event
  await server.sql(
    `insert into event_sales (tenant_id, event_id, opens_at, closes_at, paused_at, cutoff_minutes)
     values (1, $1, ${at(rules.eventOpens)}, ${at(rules.eventCloses)}, $2, $3)
     on conflict (tenant_id, event_id) do update set opens_at = excluded.opens_at,
       closes_at = excluded.closes_at, paused_at = excluded.paused_at,
       cutoff_minutes = excluded.cutoff_minutes`,
    [eventId, rules.isPaused ? new Date() : null, rules.cutoff.event],
  )
  await server.sql(
    `update sessions set sales_open_at = ${at(rules.sessionOpens)},
       sales_close_at = ${at(rules.sessionCloses)}, cutoff_minutes = $2 where id = $1`,
    [sessionId, rules.cutoff.session],
  )
  await server.sql(
    `insert into ticket_type_sales (tenant_id, ticket_type_id, event_id, sales_open_at,
       sales_close_at, is_hidden)
     values (1, $1, $3, ${at(rules.typeOpens)}, ${at(rules.typeCloses)}, $2)
     on conflict (tenant_id, ticket_type_id) do update set
       sales_open_at = excluded.sales_open_at, sales_close_at = excluded.sales_close_at,
       is_hidden = excluded.is_hidden`,
    [typeId, rules.isHidden, eventId],
  )
}

interface ViewRow {
  state: 'active'
  is_event_published: boolean
  is_paused: boolean
  starts_at: Date
  ends_at: Date
  sales_start_at: Date | null
  sales_end_at: Date
  type_open_at: Date | null
  type_close_at: Date | null
  is_hidden: boolean
  is_open: boolean
  is_type_open: boolean
  is_on_sale: boolean
  is_listed: boolean
  now: Date
}

const offerOf = (row: ViewRow) => ({
  session: {
    state: row.state,
    isEventPublished: row.is_event_published,
    isPaused: row.is_paused,
    startsAt: row.starts_at,
    salesStartAt: row.sales_start_at,
    salesEndAt: row.sales_end_at,
  } satisfies SessionSale,
  isStocked: true,
  isArchived: false,
  isHidden: row.is_hidden,
  typeOpensAt: row.type_open_at,
  typeClosesAt: row.type_close_at,
  priceMinor: 3000,
})

describe('SQL and TypeScript agree', () => {
  test('on windows of event, session and type, a pause, hidden types and cut-offs, in all combinations', async () => {
    const event = await server.build.event()
    expect(combinations.length).toBeGreaterThan(200)
    for (const rules of combinations) {
      await store(event, rules)
      const [row] = await server.sql<ViewRow>(
        'select *, now() as now from session_offers where ticket_type_id = $1',
        [event.typeId],
      )
      if (!row) throw new Error('The view has a row')
      const cutoffMinutes = rules.cutoff.session ?? rules.cutoff.event
      const closesAt = rules.sessionCloses ?? rules.eventCloses
      const hour = 3_600_000
      const wanted = salesEndOf(
        { startsAt: row.starts_at, endsAt: row.ends_at },
        {
          cutoffMinutes,
          closesAt:
            closesAt === null
              ? null
              : new Date(row.now.getTime() + (closesAt === AFTER ? hour : -hour)),
        },
      )
      // The rules were stored a moment before they were read.
      expect(Math.abs(row.sales_end_at.getTime() - wanted.getTime())).toBeLessThan(5000)
      const reason = whyNotOnSale(offerOf(row), row.now)
      expect([rules, row.is_on_sale]).toEqual([rules, reason === null])
      expect(row.is_listed).toBe(true)
    }
  }, 120_000)

  test('on a session that has begun or is over, with sales until its start, after it and until its end', async () => {
    const event = await server.build.event()
    const rules = [-120, -10, 0, UNTIL_END_CUTOFF_MINUTES].flatMap((event) =>
      BOUNDS.map((eventCloses) => ({ ...PLAIN, eventCloses, cutoff: { event, session: null } })),
    )
    for (const minutes of [-30, -90]) {
      await server.sql(
        `update sessions set starts_at = now() + make_interval(mins => $1),
           ends_at = now() + make_interval(mins => $1 + 60) where id = $2`,
        [minutes, event.sessionId],
      )
      for (const each of rules) {
        await store(event, each)
        const [row] = await server.sql<ViewRow>(
          'select *, now() as now from session_offers where ticket_type_id = $1',
          [event.typeId],
        )
        if (!row) throw new Error('The view has a row')
        const { session } = offerOf(row)
        expect([minutes, each, row.is_on_sale, row.is_listed]).toEqual([
          minutes,
          each,
          whyNotOnSale(offerOf(row), row.now) === null,
          listedUntil(session) > row.now,
        ])
        const { event: cutoff } = each.cutoff
        const isSelling = minutes === -30 && each.eventCloses !== BEFORE && cutoff < -30
        expect([minutes, each, row.is_on_sale]).toEqual([minutes, each, isSelling])
      }
    }
  }, 60_000)

  test('on what an access code opens, in all combinations', async () => {
    const event = await server.build.event()
    const { eventId, typeId } = event
    for (const opensEarly of [true, false]) {
      for (const typeIds of [[], [typeId]]) {
        if (!opensEarly && typeIds.length === 0) continue
        const [code] = await server.sql<{ id: string }>(
          `insert into access_codes (tenant_id, id, event_id, code, opens_early, type_ids)
           values (1, gen_random_uuid(), $1, $2, $3, $4) returning id`,
          [eventId, `CODE-${opensEarly ? 'EARLY' : 'LATE'}-${typeIds.length}`, opensEarly, typeIds],
        )
        for (const rules of combinations.slice(-40)) {
          await store(event, rules)
          const { db } = server.foyer.context
          const sold = await db.withTenant(1, async (tx) => {
            const opening = await selectOpening(tx, eventId, code?.id)
            const rows = await selectSessionTypes(tx, eventId, null, opening)
            return rows.some((row) => row.is_sold)
          })
          const [row] = await server.sql<ViewRow>(
            'select *, now() as now from session_offers where ticket_type_id = $1',
            [typeId],
          )
          if (!row) throw new Error('The view has a row')
          const access = { unlocks: typeIds.length > 0, opensEarly }
          const reason = whyNotOnSale(offerOf(row), row.now, access)
          expect([rules, access, sold]).toEqual([rules, access, reason === null])
        }
      }
    }
  }, 120_000)
})
