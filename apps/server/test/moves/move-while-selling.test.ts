/** @module-tag night */
import { setTimeout as delay } from 'node:timers/promises'
import { type BuiltEvent, mutateSql, startInProcess, until } from '@foyer/testkit'
import { rowsIn } from '@foyer/testkit/moves'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditAll } from '../../src/audit/audit.ts'
import { moveTenant, SidesDiffer } from '../../src/cells/move/index.ts'
import { type InterruptedMove, interruptedMoves } from '../../src/cells/move/interrupted.ts'
import { RULE } from '../support/cancellations.ts'
import { type Journal, newJournal, type Seller, sellUntil } from './sellers.ts'
import { leftovers, type TwoCells, twoServers } from './two-cells.ts'

/** An organizer moves to another cell while its buyers buy, cancel and go in. */
const BUYERS = 8
const BUYERS_OF_NEIGHBOUR = 2
/** Orders of all buyers together before the move, and after it. */
const ORDERS = 12
const LONGEST_PAUSE_MS = 2000
/** How much of the log the other cell has not replayed. */
const MISSING = 'greatest(0, coalesce($2::pg_lsn, pg_current_wal_flush_lsn()) - r.replay_lsn)'

// A move starts a copy of each table, and waits for what goes on around it.
vi.setConfig({ testTimeout: 240_000 })

const servers = twoServers()
let cells: TwoCells
let server: Awaited<ReturnType<typeof startInProcess>>
let tenantId: number
let event: BuiltEvent
/** Ends the clients. */
let stop: AbortController
let clients: Promise<void>[]

beforeEach(async () => {
  cells = await servers.cells()
  ;({ tenantId } = await cells.build.tenant({ slug: 'roxy' }))
  event = await anEvent(tenantId)
  stop = new AbortController()
  clients = []
  server = await startInProcess(cells.home, {
    cells: [{ name: 'north', url: cells.north.url }],
    isOneAddressMany: true,
  })
})
afterEach(async () => {
  stop.abort()
  await Promise.allSettled(clients)
  await server.close()
  await cells.close()
})

const anEvent = (tenantId: number) =>
  cells.build.event({
    tenantId,
    sessions: 3,
    capacity: 5000,
    types: [{ priceMinor: 3000 }],
    changePolicy: { cancel: { ...RULE, withFees: true } },
  })

/** The database of the cell that has an organizer, as the server has it open. */
const cellOf = (id: number) => server.foyer.context.cells.of(id)

const seller = (slug: string, of: BuiltEvent, journal: Journal): Seller => ({
  ...{ url: server.url, slug, event: of, journal },
  checkIn: (orderId) => redeem(of.tenantId, orderId),
})

/** Tries again while the organizer pauses, as a scanner does. */
async function redeem(id: number, orderId: string): Promise<void> {
  for (;;) {
    try {
      await cellOf(id).db.withTenant(id, (tx) =>
        tx
          .updateTable('tickets')
          .set({ redeemed_at: new Date() })
          .where('order_id', '=', orderId)
          .where('status', '=', 'VALID')
          .executeTakeFirstOrThrow(),
      )
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'FY001')) throw error
      await delay(20)
    }
  }
}

const ordersOf = ({ bought }: Journal) => Promise.resolve(bought.size)

interface StoredOrder {
  id: string
  tickets: number
  valid: number
  redeemed: number
}

async function storedOrders(pool: TwoCells['home']['pool'], id: number): Promise<StoredOrder[]> {
  const { rows } = await pool.query<StoredOrder>(
    `select o.id, count(t.id)::integer as tickets,
       (count(*) filter (where t.status = 'VALID'))::integer as valid,
       count(t.redeemed_at)::integer as redeemed
     from orders o left join tickets t using (tenant_id)
     where o.tenant_id = $1 and t.order_id = o.id group by o.id`,
    [id],
  )
  return rows
}

describe('a move while buyers buy, cancel and go in', () => {
  test('loses and doubles nothing, pauses for less than two seconds, and disturbs nobody else', async () => {
    const savoy = await cells.build.tenant({ slug: 'savoy' })
    const event2 = await anEvent(savoy.tenantId)
    await server.foyer.context.cells.reload()
    const [journal, neighbour] = [newJournal(), newJournal()]
    clients = [
      ...Array.from({ length: BUYERS }, () =>
        sellUntil(seller('roxy', event, journal), stop.signal),
      ),
      ...Array.from({ length: BUYERS_OF_NEIGHBOUR }, () =>
        sellUntil(seller('savoy', event2, neighbour), stop.signal),
      ),
    ]
    await until(
      () => ordersOf(journal),
      (orders) => orders >= ORDERS,
    )
    const { pauseMs } = await cells.move()
    const before = journal.bought.size
    await until(
      () => ordersOf(journal),
      (orders) => orders >= before + ORDERS,
    )
    stop.abort()
    await Promise.all(clients)

    expect(journal.failures).toEqual([])
    expect(neighbour.failures).toEqual([])
    expect(neighbour.refusedMs).toEqual([])
    const longestMs = Math.max(0, ...journal.refusedMs)
    console.log(
      `${journal.bought.size} orders, ${journal.cancelled.size} cancelled, ${journal.checkedIn.size} checked in; ` +
        `paused for ${pauseMs} ms, a client was refused for ${Math.round(longestMs)} ms at most`,
    )
    expect(pauseMs).toBeLessThan(LONGEST_PAUSE_MS)

    const stored = await storedOrders(cells.north.pool, tenantId)
    expect(stored.map(({ id }) => id).toSorted()).toEqual([...journal.bought.keys()].toSorted())
    for (const { id, tickets, valid, redeemed } of stored) {
      expect(tickets).toBe(journal.bought.get(id))
      expect(valid).toBe(journal.cancelled.has(id) ? 0 : tickets)
      expect(redeemed).toBe(journal.checkedIn.has(id) ? tickets : 0)
    }
    const refunds = () =>
      cells.north.pool
        .query<{ state: string }>('select state from refunds')
        .then(({ rows }) => rows.map(({ state }) => state))
    await until(refunds, (states) => states.every((state) => state === 'succeeded'))
    expect(await refunds()).toHaveLength(journal.cancelled.size)
    expect((await auditAll(cellOf(tenantId).db)).differences).toEqual([])
    expect((await auditAll(cellOf(savoy.tenantId).db)).differences).toEqual([])
    expect(await rowsIn(cells.home.pool, tenantId)).toBe(0)
    expect(await leftovers(cells)).toEqual([])
  })
})

describe('a move whose command has ended halfway', () => {
  test('is reported by the metrics until it is run again, and no move is while its command runs', async () => {
    const counted = async () => {
      const text = await fetch(`${server.url}/metrics`).then((response) => response.text())
      return /^foyer_moves_interrupted\{cell="home"\} (\d+)$/m.exec(text)?.[1]
    }
    const { registry } = server.foyer.context.db
    const killer = new AbortController()
    let whileItRan: Promise<InterruptedMove[]> | null = null
    const moved = moveTenant(
      { slug: 'roxy', to: 'north' },
      {
        cells: cells.cells,
        signal: killer.signal,
        report: (moment) => {
          if (moment === 'subscribed') whileItRan = interruptedMoves(registry)
          if (moment === 'copied') killer.abort()
        },
      },
    )
    await expect(moved).rejects.toThrow()
    expect(await whileItRan).toEqual([])
    expect(await interruptedMoves(registry)).toMatchObject([{ slug: 'roxy', to: 'north' }])
    await expect.poll(counted).toBe('1')
    await cells.move()
    expect(await interruptedMoves(registry)).toEqual([])
    await expect.poll(counted).toBe('0')
  })
})

describe('the comparison after a move', () => {
  test('finds the last changes that a move forgot, and leaves the old rows', async () => {
    const [blocker, gate] = [await cells.north.pool.connect(), await cells.home.pool.connect()]
    const mutated = mutateSql((text) => text.replace(MISSING, `(0 * (${MISSING}))`))
    const journal = newJournal()
    /** Sells once, of which the other cell gets nothing, and then lets the pause begin. */
    async function sellUnseen(): Promise<void> {
      await blocker.query('begin; lock table holds in share mode')
      await sellUntil(seller('roxy', event, journal), AbortSignal.timeout(1))
      await gate.query('commit')
    }
    await gate.query('begin; select from tenants')
    const moved = moveTenant(
      { slug: 'roxy', to: 'north' },
      {
        cells: cells.cells,
        report: (moment) => {
          if (moment === 'copied') clients = [sellUnseen()]
        },
      },
    ).finally(() => blocker.query('rollback'))
    const differences = await moved.catch((error) => error)
    expect(differences).toBeInstanceOf(SidesDiffer)
    expect(differences.differences).toEqual(
      expect.arrayContaining([
        'holds: 1 rows in cell home, 0 in cell north',
        'orders: 1 rows in cell home, 0 in cell north',
      ]),
    )
    mutated.restore()
    gate.release()
    blocker.release()

    const kept = await rowsIn(cells.home.pool, tenantId)
    await expect(cells.move()).rejects.toThrow(
      'roxy sells in cell north, and what was compared after its move did not agree. Its old rows are still in cell home. Once that is settled, --accept-differences removes them.',
    )
    expect(await rowsIn(cells.home.pool, tenantId)).toBe(kept)
    await cells.move({ acceptsDifferences: true })
    expect(await rowsIn(cells.home.pool, tenantId)).toBe(0)
  })
})
