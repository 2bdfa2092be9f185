import { inTenantWithin, type PlatformTx, type TenantTx } from '@foyer/db'
import { testEventName, UUID_PATTERN } from '@foyer/domain'
import { sql } from 'kysely'
import { digestId, newId } from '../../adapters/ids.ts'
import { COPIED_TABLES, type CopiedTable } from './copied-tables.ts'

type Row = Record<string, unknown>

export interface TestShopIds {
  organizerId: number
  shopId: number
}

/** Rows of one insert. */
const AT_ONCE = 1000

/**
 * Copies an event and all it is sold by from its organizer into the test shop, under ids of its own.
 * Returns the id of the copy; null if there is no such event.
 */
export async function copyEvent(
  tx: PlatformTx,
  { organizerId, shopId }: TestShopIds,
  eventId: string,
): Promise<string | null> {
  const ids = { shop: `test shop ${shopId}`, copy: `test copy ${newId()}` }
  await copyPictures(tx, { organizerId, shopId }, eventId)
  // There is one default rate at a time, and one code of a spelling: the rows below may swap them.
  await inTenantWithin(tx, shopId, async (shop) => {
    await shop.updateTable('tax_rates').set({ is_default: false }).execute()
    await shop.updateTable('coupon_codes').set({ code: sql<string>`id::text` }).execute()
  })
  let copyId: string | null = null
  for (const table of COPIED_TABLES) {
    const rows = await inTenantWithin(tx, organizerId, (own) => readRows(own, table, eventId))
    const copies = rows.map((row) => copyOf(row, table, ids, shopId))
    if (table.name === 'events') {
      const [event] = copies
      if (!event) return null
      event.name = testEventName(String(event.name))
      copyId = String(event.id)
    }
    await inTenantWithin(tx, shopId, (shop) => insertRows(shop, table, copies))
  }
  return copyId
}

async function readRows(tx: TenantTx, { name, where }: CopiedTable, eventId: string) {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(t) as row from ${sql.table(name)} t where ${where(eventId)}`.execute(tx)
  return rows.map(({ row }) => row)
}

interface CopyIds {
  /** What the ids of the whole shop are derived from, and those of this copy. */
  shop: string
  copy: string
}

function copyOf(row: Row, { shared = [], change }: CopiedTable, ids: CopyIds, shopId: number): Row {
  const copied = Object.entries(row).map(([column, value]): [string, unknown] => {
    const isId = /_?ids?$/.test(column) || (typeof value === 'object' && value !== null)
    if (!isId) return [column, value]
    return [column, withIds(value, shared.includes(column) ? ids.shop : ids.copy)]
  })
  const copy = { ...Object.fromEntries(copied), tenant_id: shopId }
  return change ? change(copy) : copy
}

/** A value with each id in it replaced by one that is derived from it. */
function withIds(value: unknown, scope: string): unknown {
  if (typeof value === 'string') {
    return UUID_PATTERN.test(value) ? digestId(`${scope}/${value}`) : value
  }
  if (Array.isArray(value)) return value.map((entry) => withIds(entry, scope))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, withIds(held, scope)]))
}

/** What is counted in the test shop stays as it is when the rest of the row is brought up to date. */
const COUNTED = new Set(['usage_count'])

async function insertRows(tx: TenantTx, table: CopiedTable, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const later = columns.filter((column) => column !== 'tenant_id' && !COUNTED.has(column))
  const conflict = table.key
    ? sql`on conflict (tenant_id, ${sql.ref(table.key)}) do update set
        ${sql.join(later.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}`
    : sql``
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const batch = JSON.stringify(rows.slice(from, from + AT_ONCE))
    await sql`
      insert into ${sql.table(table.name)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(table.name)}, ${batch}::jsonb)
      ${conflict}`.execute(tx)
  }
}

/** Pictures keep their names. One after the other: a picture has megabytes of files. */
async function copyPictures(
  tx: PlatformTx,
  { organizerId, shopId }: TestShopIds,
  eventId: string,
): Promise<void> {
  const wanted = await inTenantWithin(tx, organizerId, async (own) => {
    const { rows } = await sql<{ hash: string }>`
      select hash from event_pictures where event_id = ${eventId}
      union select picture_hash from ticket_types
        where event_id = ${eventId} and picture_hash is not null
      union select p.hash from venue_pictures p join events e on e.venue_id = p.venue_id
        where e.id = ${eventId}`.execute(own)
    return rows.map(({ hash }) => hash)
  })
  for (const hash of wanted) {
    const picture = await inTenantWithin(tx, organizerId, async (own) => ({
      row: await own
        .selectFrom('pictures')
        .selectAll()
        .where('hash', '=', hash)
        .executeTakeFirstOrThrow(),
      files: await own.selectFrom('picture_files').selectAll().where('hash', '=', hash).execute(),
    }))
    const inShop = { tenant_id: shopId }
    await inTenantWithin(tx, shopId, async (shop) => {
      const made = await shop
        .insertInto('pictures')
        .values({ ...picture.row, ...inShop, unused_since: null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (!made.numInsertedOrUpdatedRows || picture.files.length === 0) return
      await shop
        .insertInto('picture_files')
        .values(picture.files.map((file) => ({ ...file, ...inShop })))
        .execute()
    })
  }
}
