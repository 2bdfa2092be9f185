import type { LaneClient } from '@foyer/db'
import type { Aggregate } from '../lanes/aggregate.ts'
import type { BatchNeeds } from '../lanes/batch-needs.ts'
import { rowsOf, type WriteStatement } from '../lanes/statements.ts'
import { CartBook, type PricingBooks } from './cart-book.ts'

export interface CartNeeds {
  /**
   * Carts to which no other batch adds anything meanwhile, in whatever sessions. The stock lock alone
   * does not keep two calls for an empty cart apart: they lock different sessions.
   */
  ownCartIds?: readonly string[]
}

// An empty cart is in no session, so no stock lock keeps two calls for two sessions apart: each would
// find it empty and fill it. Always in the order of the keys, so that no two batches wait in a circle.
// The lock is a condition and no column: a row for each cart of a batch cost more than the locks.
const LOCK_CARTS = `
  select from (
    select distinct hashtextextended(id, 0) as key from unnest($1::text[]) as asked(id) order by 1
  ) as keys where pg_advisory_xact_lock(key) is null`

const WRITE_ADD_ONS = `
  insert into cart_add_ons (tenant_id, cart_id, hold_id, add_on_id, quantity, unit_price_minor)
  select $1, a.* from json_to_recordset($2)
    as a("cartId" uuid, "holdId" uuid, "addOnId" uuid, quantity integer, "unitPriceMinor" integer)`

const WRITE_CONTACTS = `
  insert into cart_contacts (tenant_id, cart_id, contact, billing_address)
  select $1, c.* from json_to_recordset($2)
    as c("cartId" uuid, contact jsonb, "billingAddress" jsonb)
  on conflict (tenant_id, cart_id) do update
    set contact = excluded.contact, billing_address = excluded.billing_address,
      -- A cart number is used again: the day after which it is forgotten begins anew.
      created_at = excluded.created_at`

const CART_STATEMENTS: readonly WriteStatement<{ carts: ReturnType<CartBook['rows']> }>[] = [
  {
    name: 'lane_write_add_ons',
    text: WRITE_ADD_ONS,
    values: ({ carts }) => rowsOf(carts.addOns),
  },
  {
    name: 'lane_write_contacts',
    text: WRITE_CONTACTS,
    values: ({ carts }) => rowsOf(carts.contacts),
  },
]

/** Carts as wholes: who may fill one, the add-ons and the customer that belong to it, and its price. */
export const carts = {
  /** Makes two batches that fill the same cart, in whatever sessions, wait for one another. */
  async lockAndRead(client: LaneClient, _: number, needs: BatchNeeds<CartNeeds>) {
    const cartIds = needs.of('ownCartIds')
    if (cartIds.length === 0) return
    // Awaited as the lock of the stock is: passed on as it is, its failure would be heard before that
    // one's, which was there first and tells the cause.
    await client.query({ name: 'lane_lock_carts', text: LOCK_CARTS, values: [cartIds] })
  },
  book: (_: unknown, books: PricingBooks) => new CartBook(books),
  statements: CART_STATEMENTS,
} satisfies Aggregate
