import type { PersonalKind, StoredPerson } from '@foyer/contract'
import type { Database, TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import { type Buyer, findBuyer } from '../../privacy/find-buyer.ts'
import { OF_NO_TENANT, type PersonalRow, readRowsOfBuyer } from '../../privacy/rows-of-buyer.ts'

/** What people call the rows of a table. */
const KIND_OF: Readonly<Record<string, PersonalKind>> = {
  orders: 'orders',
  order_items: 'lines',
  order_add_ons: 'lines',
  order_consents: 'consents',
  tickets: 'tickets',
  order_notes: 'orders',
  order_tags: 'orders',
  payment_cards: 'payments',
  order_changes: 'changes',
  payments: 'payments',
  provider_events: 'payments',
  refunds: 'refunds',
  money_problems: 'refunds',
  mails: 'mails',
  waiver_signatures: 'waivers',
  holds: 'carts',
  cart_contacts: 'carts',
  cart_items: 'carts',
  order_lookups: 'lookups',
  wallet_devices: 'wallets',
  wallet_registrations: 'wallets',
  wallet_updates: 'wallets',
}

interface Found {
  buyer: Buyer
  ownTexts: StoredPerson['ownTexts']
  tables: ReadonlyMap<string, readonly PersonalRow[]>
}

/** A buyer by an address in lower case, and all rows about them. */
export async function findPerson(tx: TenantTx, db: Database, email: string): Promise<Found> {
  const buyer = await findBuyer(tx, email)
  const tables = new Map(await readRowsOfBuyer(tx, buyer))
  // Reports of the provider belong to no tenant; the payments they are about do.
  const { rows } = await sql<{
    row: PersonalRow
  }>`select to_jsonb(e) as row from ${sql.table(OF_NO_TENANT)} e
    where intent_id = any(${buyer.intentIds})`.execute(db.registry)
  if (rows.length > 0)
    tables.set(
      OF_NO_TENANT,
      rows.map(({ row }) => row),
    )
  return { buyer, ownTexts: await countOwnTexts(tx, email), tables }
}

/** How many of the team's own texts name an address. */
async function countOwnTexts(tx: TenantTx, email: string): Promise<StoredPerson['ownTexts']> {
  const { rows } = await sql<StoredPerson['ownTexts']>`
    select (select count(*)::integer from session_messages
        where position(${email} in lower(subject || ' ' || body)) > 0) as messages,
      (select count(*)::integer from checkout_rules
        where position(${email} in lower(concat_ws(' ', name, description, conditions::text))) > 0) as rules`.execute(
    tx,
  )
  return rows[0] ?? { messages: 0, rules: 0 }
}

export function presentPerson({ buyer, ownTexts, tables }: Found): StoredPerson {
  const counts = new Map<PersonalKind, number>()
  for (const [table, rows] of tables) {
    const kind = KIND_OF[table] ?? 'other'
    counts.set(kind, (counts.get(kind) ?? 0) + rows.length)
  }
  return {
    email: buyer.email,
    kinds: [...counts].map(([kind, count]) => ({ kind, count })),
    orders: buyer.orders.map(({ id, number, eventName, total }) => ({
      id,
      number,
      eventName,
      total,
    })),
    open: [...buyer.open],
    providerPayments: [...buyer.intentIds],
    ownTexts,
  }
}
