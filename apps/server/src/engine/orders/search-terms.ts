import type { TenantTx } from '@foyer/db'
import { CROCKFORD } from '@foyer/domain'
import { sql } from 'kysely'

/** What one word of a search may mean; null: it can't mean that. */
export interface OrderTerm {
  /** Its words as order_words stores them; every one must match. */
  words: readonly string[]
  /** An address, or how one begins. */
  email: string | null
  orderId: string | null
  /** The last characters of an order's id, as buyers read them. */
  number: string | null
  /** The last digits of a card. */
  last4: string | null
  ticketCode: string | null
}

/** More words than anybody types; the others are left out. */
const MOST_TERMS = 6

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NUMBER = /^#?([0-9a-f]{8})$/
/** As receipts write it ('•••• 4242', '**4242'); the dots may be a word of their own. */
const CARD = /^[•*·.x]*([0-9]{4})$/
const MASK = /^[•*·.]+$/
const CODE = new RegExp(`^([${CROCKFORD}]{5})-?([${CROCKFORD}]{5})$`)

/** Letters that a person takes for digits: the alphabet of codes has neither of them. */
const asCode = (text: string): string =>
  text.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** Reads what a person typed. All terms must match an order. */
export async function readTerms(tx: TenantTx, q: string): Promise<OrderTerm[]> {
  const typed = q
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== '' && !MASK.test(part))
    .slice(0, MOST_TERMS)
  if (typed.length === 0) return []
  // Of an address only the part before the '@' has words.
  const named = typed.map((part) => part.split('@')[0] ?? '')
  const { rows } = await sql<{ words: string[] }>`
    select array(select word from typed_words(part)) as words
    from unnest(${named}::text[]) with ordinality as typed(part, place) order by place`.execute(tx)
  return typed.map((part, index) => {
    const [, left, right] = CODE.exec(asCode(part)) ?? []
    return {
      words: rows[index]?.words ?? [],
      email: part.includes('@') ? part : null,
      orderId: UUID.test(part) ? part : null,
      number: NUMBER.exec(part)?.[1] ?? null,
      last4: CARD.exec(part)?.[1] ?? null,
      ticketCode: left && right ? `${left}-${right}` : null,
    }
  })
}
