import { hash, randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { CROCKFORD, orderNumberOf, readsAsNumber } from '@foyer/domain'

/**
 * Makes the id of a row. It begins with the time (RFC 9562, version 7), so that rows written
 * together are together in an index, at its end. Random ids touched a page of each index for every
 * row (measured: a tenth of PostgreSQL's time for a purchase).
 */
export const newId = (): string => randomUUIDv7()

/** Makes the id of an order. Its number, which people export and type, never looks like a number. */
export function newOrderId(): string {
  let id = newId()
  while (readsAsNumber(orderNumberOf(id))) id = newId()
  return id
}

/**
 * Returns an upper bound of every id that {@link newId} made before `at`, milliseconds since 1970.
 */
export function newestIdAt(at: number): string {
  const hex = Math.max(0, Math.floor(at)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/**
 * Makes the token that identifies a browser: the second of its making and 90 random bits, in characters
 * that need no escape in a cookie. The time is there for the indexes: see {@link browserIdOf}.
 */
// Node draws UUIDs from a pool of random bytes, but other random bytes from the kernel each time.
export function newToken(): string {
  const random = randomUUID()
  const seconds = Math.floor(Date.now() / 1000)
  return `${seconds.toString(16).padStart(8, '0')}${random.slice(8, 14)}8${random.slice(15)}`
}

/**
 * Returns the id of the browser that has this token. Apart from the time of the token the id does not
 * reveal it. Tokens that were made before they had a time are random UUIDs, of version 4; their ids, and
 * those of their carts and requests, have none either.
 *
 * Ids of browsers, carts and requests begin with the time for the sake of indexes with a long past: a
 * random id belongs anywhere in an index, so that nearly every hold read another page of it, and, the
 * first time after each checkpoint, wrote that page to PostgreSQL's log (docs/performance.md).
 */
export function browserIdOf(token: string): string {
  const id = digestId(`browser/${token}`)
  return token[VERSION_AT] === '8' ? beginWith(token, id) : id
}

/**
 * Returns the id of something that a browser names, such as a cart: derived from the browser's id
 * and the name, so another browser that uses the same name gets another id. It begins with the time
 * that the browser's id begins with.
 */
export function browserScopedId(browserId: string, name: string): string {
  const id = digestId(`${browserId}/${name}`)
  return browserId[VARIANT_AT] === TIMED ? beginWith(browserId, id) : id
}

/**
 * Returns the id of a browser's cart: concurrent first requests of one cart agree on it without a query,
 * and another browser with the same number gets another cart.
 */
export const cartIdOf = (browserId: string, number: string): string =>
  browserScopedId(browserId, number)

/**
 * Returns bounds of the ids of all carts of a browser, so that an index of carts finds them: their ids
 * begin with the time that the browser's id begins with. For a browser from before ids had a time the
 * bounds include every cart.
 */
export const cartIdsOf = (browserId: string): { from: string; to: string } => {
  const from = '00000000-0000-0000-0000-000000000000'
  const to = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  if (browserId[VARIANT_AT] !== TIMED) return { from, to }
  const time = browserId.slice(0, 8)
  return { from: time + from.slice(8), to: time + to.slice(8) }
}

const VERSION_AT = 14
const VARIANT_AT = 19
/**
 * The digit of the UUID's variant that distinguishes ids with a time from other digests, which have
 * an 'a'.
 */
const TIMED = 'b'

const beginWith = (timed: string, id: string): string =>
  `${timed.slice(0, 8)}${id.slice(8, VARIANT_AT)}${TIMED}${id.slice(VARIANT_AT + 1)}`

/** Returns 118 bits of a text's SHA-256 as a UUID: the same text gives the same id. */
export function digestId(text: string): string {
  const hex = hash('sha256', text, 'hex')
  // Marked as a version 8 (custom) UUID, so that it is not mistaken for a random one.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The bytes of a random UUID whose low five bits are all random. */
const RANDOM_BYTES = [0, 1, 2, 3, 4, 5, 7, 9, 10, 11]

/** Makes a code such as 7K2M9-XQ4RT: 50 random bits, unique per tenant by constraint. */
export function newValidationCode(): string {
  const bytes = Buffer.from(randomUUID().replaceAll('-', ''), 'hex')
  const letters = RANDOM_BYTES.map((position) => CROCKFORD.charAt((bytes[position] ?? 0) & 31))
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

/** Makes a token that nobody can guess: 256 random bits in 43 characters that fit into URLs and cookies. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
