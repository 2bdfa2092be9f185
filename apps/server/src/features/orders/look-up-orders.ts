import { randomInt } from 'node:crypto'
import { granted, type orderLookup, type ResultOf, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import {
  LOOKUP_CODE_DIGITS,
  LOOKUP_CODE_MINUTES,
  LOOKUP_CODE_TRIES,
  LOOKUP_LIST_MINUTES,
  longestOf,
  mostOf,
  type RateWindow,
  secondsUntilRoom,
  waitText,
} from '@foyer/domain'
import { sql } from 'kysely'
import { newId, newSecret } from '../../adapters/ids.ts'
import { queueMail } from '../../engine/mails/queue-mail.ts'
import type { Call } from '../../http/endpoint.ts'
import { cardsOf, selectOrderCards } from './order-cards.ts'

type Lookup = ResultOf<typeof orderLookup.lookUpOrders>

/**
 * Lists orders of an e-mail address: the ones with the given order number, telephone number or postal
 * code, and the ones that this browser bought. Orders of the address with another number are not listed,
 * because anybody can place a free order with the address of somebody else and a number of their
 * own. Without a number, and without orders of this browser, a code and a link are sent to the
 * address. That happens whether it has orders or not, so that the answer and its time reveal
 * nothing. With the tenant's setting 'open' the address alone lists its orders.
 */
export async function lookUpOrders(call: Call<typeof orderLookup.lookUpOrders>): Promise<Lookup> {
  const { context, tenant, body, principal } = call
  const { email } = body
  const phone = body.phone || null
  const zipCode = body.zipCode || null
  const orderNumber = body.orderNumber?.toUpperCase().replace(/[^0-9A-F]/g, '') || null
  const now = context.clock()
  const result = await context.db.withTenant(tenant.id, async (tx): Promise<Lookup> => {
    if (tenant.orderLookup === 'open') {
      return listed(await selectOrderCards(tx, now, cardsOf.address(email)))
    }
    if (phone === null && zipCode === null && orderNumber === null) {
      const own = await selectOrderCards(
        tx,
        now,
        cardsOf.addressInBrowser(email, principal.browserId),
      )
      return own.length > 0 ? listed(own) : sendCode(call, tx)
    }
    const { lookupGuesses } = context.bounds
    const wait = await lockAndWait(tx, email, 'guess', lookupGuesses)
    if (wait > 0) return tooManyGuesses(wait)
    const known = { phone, zipCode, orderNumber, browserId: principal.browserId }
    const found = await selectOrderCards(tx, now, cardsOf.addressAndNumber(email, known))
    if (found.length === 0) {
      await sql`insert into order_lookups (tenant_id, id, email)
        values (current_tenant(), ${newId()}, ${email})`.execute(tx)
    }
    return listed(found)
  })
  context.kickJobs(tenant.id)
  return result
}

const listed = (data: Awaited<ReturnType<typeof selectOrderCards>>): Lookup =>
  granted({ success: true, data, confirmation: null })

/** The secret of the link is in its fragment, which no browser sends: no log or Referer has it. */
async function sendCode(
  { context, body: { email } }: Call<typeof orderLookup.lookUpOrders>,
  tx: TenantTx,
): Promise<Lookup> {
  const wait = await lockAndWait(tx, email, 'code', context.bounds.lookupCodes)
  if (wait > 0) return tooManyCodes(wait)
  const lookupId = newId()
  const code = String(randomInt(10 ** LOOKUP_CODE_DIGITS)).padStart(LOOKUP_CODE_DIGITS, '0')
  const secret = newSecret()
  const { lookupHash } = context.secrets
  await sql`insert into order_lookups (tenant_id, id, email, code_hash, link_hash)
    values (current_tenant(), ${lookupId}, ${email}, ${lookupHash(`${lookupId}/${code}`)},
      ${lookupHash(`${lookupId}/${secret}`)})`.execute(tx)
  await queueMail(tx, {
    kind: 'lookup_code',
    recipient: email,
    data: {
      code,
      validMinutes: LOOKUP_CODE_MINUTES,
      path: `/manage-orders#lookup=${lookupId}.${secret}`,
    },
  })
  return granted({
    success: true,
    data: [],
    confirmation: { lookupId, validMinutes: LOOKUP_CODE_MINUTES },
  })
}

interface SentLookup {
  email: string
  codeHash: string
  linkHash: string
  tries: number
  ageSeconds: number
}

/**
 * Lists all orders of the address to which the code was sent. A code works once, for ten minutes,
 * and ends after a few wrong tries. It is then replaced by a key, which the answer has and which
 * lists the orders again for an hour, so that a reload of the page needs no further code. A wrong
 * code and a used one get the same refusal, so that nobody but its reader learns that it was used.
 */
export async function confirmLookup(
  call: Call<typeof orderLookup.confirmLookup>,
): Promise<ResultOf<typeof orderLookup.confirmLookup>> {
  const { context, tenant, body } = call
  const { lookupId, code } = body
  const hashOf = (text: string) => context.secrets.lookupHash(`${lookupId}/${text}`)
  return context.db.withTenant(tenant.id, async (tx) => {
    // Locks the row: of two requests with one code the second finds the code replaced.
    const { rows } = await sql<SentLookup>`
      select email, code_hash as "codeHash", link_hash as "linkHash", tries,
        extract(epoch from clock_timestamp() - created_at)::float8 as "ageSeconds"
      from order_lookups where id = ${lookupId} and code_hash is not null for update`.execute(tx)
    const [found] = rows
    if (!found) return CODE_ENDED
    const isConfirmed = found.codeHash === CONFIRMED
    const validMinutes = isConfirmed ? LOOKUP_LIST_MINUTES : LOOKUP_CODE_MINUTES
    if (found.ageSeconds > validMinutes * 60) return CODE_ENDED
    if (found.tries >= LOOKUP_CODE_TRIES) return CODE_TRIED_OUT
    if (![found.codeHash, found.linkHash].includes(hashOf(code))) {
      await sql`update order_lookups set tries = tries + 1 where id = ${lookupId}`.execute(tx)
      return wrongCode(LOOKUP_CODE_TRIES - found.tries - 1)
    }
    const listKey = isConfirmed ? code : newSecret()
    if (!isConfirmed) {
      await sql`update order_lookups set code_hash = ${CONFIRMED}, link_hash = ${hashOf(listKey)}
        where id = ${lookupId}`.execute(tx)
    }
    const { email } = found
    const data = await selectOrderCards(tx, context.clock(), cardsOf.address(email))
    return granted({ success: true, data, email, listKey })
  })
}

/** In place of the hash of a code that was used: no code has it. */
const CONFIRMED = ''

const CODE_ENDED = refused(
  'lookup_code_ended',
  `This code has ended. A code is valid for ${LOOKUP_CODE_MINUTES} minutes. Please ask for a new one.`,
)

const CODE_TRIED_OUT = refused(
  'lookup_code_ended',
  `This code has ended, because it was wrong ${LOOKUP_CODE_TRIES} times. Please ask for a new one.`,
)

const wrongCode = (triesLeft: number) =>
  triesLeft === 0
    ? CODE_TRIED_OUT
    : refused(
        'lookup_code_invalid',
        `This code is wrong or was used already. You have ${
          triesLeft === 1 ? '1 more try' : `${triesLeft} more tries`
        }.`,
        { triesLeft },
      )

/** An arbitrary constant; no other program on the same database may use it. */
const LOOKUP_LOCK = 4_021_980

/**
 * Returns in how many seconds one more lookup of this kind fits into the windows. Locks the address
 * until the transaction ends, so that concurrent lookups of one address count each other.
 */
async function lockAndWait(
  tx: TenantTx,
  email: string,
  kind: 'guess' | 'code',
  windows: readonly RateWindow[],
): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LOOKUP_LOCK}::integer,
    hashtext(current_tenant() || '/' || ${email}))`.execute(tx)
  const { rows } = await sql<{ age: number }>`
    select extract(epoch from clock_timestamp() - created_at)::float8 as age from order_lookups
    where email = ${email} and ${kind === 'code' ? isUnusedCode : isGuess}
      and created_at > clock_timestamp() - make_interval(secs => ${longestOf(windows)})
    order by created_at desc limit ${mostOf(windows)}`.execute(tx)
  return secondsUntilRoom(
    rows.map(({ age }) => age),
    windows,
  )
}

const isGuess = sql<boolean>`code_hash is null`
/** A code that was used is no burden for the address. */
const isUnusedCode = sql<boolean>`code_hash <> ${CONFIRMED}`

const tooManyGuesses = (seconds: number) =>
  refused(
    'rate_limited',
    `Too many tries. Please leave phone and ZIP code empty, so that we send a code to this address, or try again in ${waitText(seconds)}.`,
    { retryAfterSeconds: Math.ceil(seconds) },
  )

const tooManyCodes = (seconds: number) =>
  refused(
    'rate_limited',
    `Several codes were sent to this address. Please look into the spam folder too, or try again in ${waitText(seconds)}.`,
    { retryAfterSeconds: Math.ceil(seconds) },
  )
