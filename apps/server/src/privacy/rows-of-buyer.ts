import type { TenantTx } from '@foyer/db'
import { type RawBuilder, sql } from 'kysely'
import { COLUMNS, isOfStaff, isPersonal } from './columns.ts'
import type { Buyer } from './find-buyer.ts'

/**
 * Which rows are a buyer's own, for each table with a personal column. A new table is read by the
 * columns that name an order, a payment, a cart or an address; a test fails for one with none of them.
 */

/** Beside the tables with personal columns: what the buyer bought, and agreed to. */
const OF_ORDERS = ['order_items', 'order_add_ons', 'order_consents', 'tickets'] as const

/**
 * Tables whose rows nobody can tell to be of one buyer: keyed hashes of networks and browsers. The words
 * that find an order repeat what the order itself says, and are found by the word alone.
 */
const OF_NOBODY: ReadonlySet<string> = new Set(['limit_counts', 'staff_attempts', 'order_words'])

/** Rows of the whole installation, which the application's role reads outside of a tenant. */
export const OF_NO_TENANT = 'provider_events'

/** Credentials: a file with them would open orders, or reach a phone. */
const CREDENTIALS: Readonly<Record<string, readonly string[]>> = {
  order_lookups: ['code_hash', 'link_hash'],
  tickets: ['validation_code'],
  wallet_devices: ['push_token'],
}

type Condition = (buyer: Buyer) => RawBuilder<boolean>

const orderIds = ({ orders }: Buyer) => orders.map(({ id }) => id)

const any = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids})`

/** Where the columns do not say it by themselves. */
const CONDITIONS: Readonly<Record<string, Condition>> = {
  orders: (buyer) => any('id', orderIds(buyer)),
  payments: ({ paymentIds }) => any('id', paymentIds),
  holds: (buyer) => sql<boolean>`(cart_id = any(${cartIdsOf(buyer)})
    and order_id = any(${orderIds(buyer)})) or lower(customer_identifier) = ${buyer.email}`,
  cart_contacts: ({ contactCartIds, email }) =>
    sql<boolean>`cart_id = any(${contactCartIds}) or lower(contact ->> 'email') = ${email}`,
  cart_items: ({ browserIds }) => any('browser_id', browserIds),
  // Mails to others about the buyer's orders, and what other participants have signed, are theirs.
  mails: ({ email }) =>
    sql<boolean>`lower(recipient) = ${email} or position(${email} in lower(data::text)) > 0`,
  waiver_signatures: ({ email }) => sql<boolean>`lower(email) = ${email}`,
  money_problems: ({ paymentIds }) => sql<boolean>`subject = any(${paymentIds}::text[])
    or subject in (select r.id::text from refunds r where r.payment_id = any(${paymentIds}))`,
  wallet_devices: (buyer) => sql<boolean>`device_key in (
    select g.device_key from wallet_registrations g where g.order_id = any(${orderIds(buyer)}))`,
  // Waits to be sent, for seconds.
  wallet_updates: (buyer) => sql<boolean>`target in (
    select g.device_key from wallet_registrations g where g.order_id = any(${orderIds(buyer)}))`,
}

/** By the names of columns, for every other table. */
const BY_COLUMN: Readonly<Record<string, Condition>> = {
  order_id: (buyer) => any('order_id', orderIds(buyer)),
  payment_id: ({ paymentIds }) => any('payment_id', paymentIds),
  cart_id: (buyer) => any('cart_id', cartIdsOf(buyer)),
  email: ({ email }) => sql<boolean>`lower(email) = ${email}`,
}

const cartIdsOf = ({ orders, contactCartIds }: Buyer): readonly string[] => [
  ...orders.map(({ cart_id }) => cart_id),
  ...contactCartIds,
]

/** The tables that may hold something about a buyer. */
export const PERSONAL_TABLES: readonly string[] = [
  ...Object.entries(COLUMNS)
    .filter(([table, columns]) =>
      Object.keys(columns).some((column) => isPersonal(table, column) && !isOfStaff(table, column)),
    )
    .map(([table]) => table)
    .filter((table) => !OF_NOBODY.has(table)),
  ...OF_ORDERS,
].sort()

/** How the rows of a table are found; null if no rule finds them. */
function conditionOf(table: string, columns: readonly string[], buyer: Buyer) {
  const own = CONDITIONS[table]
  if (own) return own(buyer)
  const found = Object.entries(BY_COLUMN).filter(([column]) => columns.includes(column))
  if (found.length === 0) return null
  return sql.join(
    found.map(([, condition]) => condition(buyer)),
    sql` or `,
  )
}

export type PersonalRow = Readonly<Record<string, unknown>>

/**
 * All rows of a buyer by table, without credentials; a table without any is left out. Fails for a
 * table whose rows no rule finds.
 */
export async function readRowsOfBuyer(
  tx: TenantTx,
  buyer: Buyer,
): Promise<Map<string, readonly PersonalRow[]>> {
  const { rows: columns } = await sql<{ table: string; names: string[] }>`
    select table_name as "table", array_agg(column_name::text) as names
    from information_schema.columns
    where table_schema = current_schema() and table_name = any(${PERSONAL_TABLES})
    group by table_name`.execute(tx)
  const namesOf = new Map(columns.map(({ table, names }) => [table, names]))
  const found = new Map<string, readonly PersonalRow[]>()
  for (const table of PERSONAL_TABLES) {
    if (table === OF_NO_TENANT) continue
    const condition = conditionOf(table, namesOf.get(table) ?? [], buyer)
    if (!condition) throw new Error(`No rule says which rows of ${table} are a buyer's`)
    const hidden = ['tenant_id', ...(CREDENTIALS[table] ?? [])]
    const { rows } = await sql<{ row: PersonalRow }>`
      select to_jsonb(t) - ${hidden}::text[] as row from ${sql.table(table)} t
      where ${condition}`.execute(tx)
    if (rows.length > 0)
      found.set(
        table,
        rows.map(({ row }) => row),
      )
  }
  return found
}
