/**
 * The server under load, in a process of its own: Foyer with two routes beside its own, so that
 * all three are measured through the same HTTP stack and on the same database.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cart } from '@foyer/contract'
import { migrate } from '@foyer/db'
import { startEmbeddedPostgres } from '@foyer/db/embedded'
import { compose } from '@foyer/server'
import { browserSession } from '@foyer/server/browser-session'
import { readEnv } from '@foyer/server/env'
import { Builder } from '@foyer/testkit/builder'
import pg from 'pg'
import pino from 'pino'

const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
// As root, PostgreSQL runs under another account, which must be able to enter.
await chmod(folder, 0o755)
// Durable commits: what is acknowledged survives a power cut, in every variant alike.
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: true })
const { role } = await migrate(postgres.url)
const pool = new pg.Pool({ connectionString: postgres.url, max: 20 })
const builder = new Builder(pool)
const { tenantId } = await builder.tenant({ slug: 'hall', isDefault: true })
const event = await builder.event({ tenantId, capacity: 100_000_000 })

const env = await readEnv({ PORT: '0', FOYER_DATA: folder, DATABASE_URL: postgres.url }, folder)
const foyer = await compose({
  env,
  databaseUrl: postgres.url,
  databaseRole: role,
  pagesDir: null,
  logger: pino({ level: 'error' }),
})
const { context, app } = foyer

// The same checks, identity and answer as a hold, and no work.
app.post('/bench/no-op', async (request, reply) => {
  browserSession(request, reply).ensure()
  const body = cart.createHold.body.parse(request.body)
  const now = new Date().toISOString()
  return reply.status(201).send({ ...body, id: body.sessionId, createdAt: now, expiresAt: now })
})

// What one writes first: a transaction per request that locks the row, checks, and inserts.
app.post('/bench/row-lock', async (request, reply) => {
  browserSession(request, reply).ensure()
  const body = cart.createHold.body.parse(request.body)
  const granted = await context.db.withTenantClient(tenantId, async (client) => {
    // In the product's order of locks: anything else deadlocks with the lane measured beside it.
    const { rows } = await client.query(
      `select pool_id, capacity, held, sold from stock where tenant_id = $1 and session_id = $2
       and pool_id in ($2, $3) order by pool_id for update`,
      [tenantId, body.sessionId, body.ticketTypeId],
    )
    const total = rows.find((row) => row.pool_id === body.sessionId)
    if (total.held + total.sold + body.quantity > total.capacity) return false
    await client.query(
      'update stock set held = held + $3 where tenant_id = $1 and session_id = $2 and pool_id in ($2, $4)',
      [tenantId, body.sessionId, body.quantity, body.ticketTypeId],
    )
    await client.query(
      `with c as (insert into carts (tenant_id, id, browser_id, number, event_id, session_id)
         values ($1, gen_random_uuid(), gen_random_uuid(), $5, $6, $2) returning id)
       insert into holds (tenant_id, id, cart_id, session_id, ticket_type_id, quantity,
         unit_price_minor, created_at, expires_at, reclaim_at)
       select $1, gen_random_uuid(), c.id, $2, $3, $4, 3000, now(), now() + interval '15 minutes',
         now() + interval '15 minutes' from c`,
      [tenantId, body.sessionId, body.ticketTypeId, body.quantity, body.cartId, event.eventId],
    )
    return true
  })
  return reply.status(granted ? 201 : 409).send({ granted })
})

const url = await foyer.listen()
process.send?.({ url, event })

process.once('SIGTERM', async () => {
  await foyer.close()
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
  process.exit(0)
})
