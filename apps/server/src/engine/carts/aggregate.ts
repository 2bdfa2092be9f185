import type { LaneClient } from '@foyer/db'
import type { Aggregate } from '../lanes/aggregate.ts'
import type { BatchNeeds } from '../lanes/batch-needs.ts'
import { rowsOf, type WriteStatement } from '../lanes/statements.ts'
import { CartBook, type PricingBooks } from './cart-book.ts'

export interface CartNeeds {
  /**
   * Carts that no other batch may add to meanwhile. The stock lock alone does not ensure this: two
   * calls that fill the same empty cart may lock different sessions.
   */
  ownCartIds?: readonly string[]
}

// An empty cart is in no session, so no stock lock separates two calls for two sessions: each would
// find the cart empty and fill it. The locks are taken in the order of their keys, so that two
// batches cannot deadlock. It is an advisory lock, because a locked row per cart of a batch cost
// more than the locks.
const LOCK_CARTS = `
  select from (
    select distinct hashtextextended(id, 0) as key from unnest($1::text[]) as asked(id) order by 1
  ) as keys where pg_advisory_xact_lock(key) is null`

const WRITE_ADD_ONS = `
  insert into cart_add_ons (tenant_id, cart_id, hold_id, add_on_id, quantity, unit_price_minor,
    fee_set, tax_rate)
  select $1, a.* from json_to_recordset($2)
    as a("cartId" uuid, "holdId" uuid, "addOnId" uuid, quantity integer, "unitPriceMinor" integer,
      "feeSet" jsonb, "taxRate" jsonb)`

const WRITE_CONTACTS = `
  insert into cart_contacts (tenant_id, cart_id, contact, billing_address)
  select $1, c.* from json_to_recordset($2)
    as c("cartId" uuid, contact jsonb, "billingAddress" jsonb)
  on conflict (tenant_id, cart_id) do update
    set contact = excluded.contact, billing_address = excluded.billing_address,
      -- The same cart number is used for a later cart; its contact is kept for a full day from now.
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

/** Carts as a whole: who may fill one, its add-ons, its customer and its price. */
export const carts = {
  /**
   * Makes two batches that fill the same cart wait for one another, also if they lock different
   * sessions.
   */
  async lockAndRead(client: LaneClient, _: number, needs: BatchNeeds<CartNeeds>) {
    const cartIds = needs.of('ownCartIds')
    if (cartIds.length === 0) return
    // Awaited, as the stock lock is. If this returned the promise itself, its failure would be
    // reported before that of the stock lock, which failed first and names the cause.
    await client.query({ name: 'lane_lock_carts', text: LOCK_CARTS, values: [cartIds] })
  },
  book: (_: unknown, books: PricingBooks) => new CartBook(books),
  statements: CART_STATEMENTS,
} satisfies Aggregate
