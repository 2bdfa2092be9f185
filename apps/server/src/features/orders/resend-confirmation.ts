import { granted, type OutputOf, type orders, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { maskEmail, secondsUntilRoom, waitText } from '@foyer/domain'
import { sql } from 'kysely'
import { agesOfMails, recipientKeyOf } from '../../engine/mails/mail-lock.ts'
import { queueMail } from '../../engine/mails/queue-mail.ts'
import type { Call } from '../../http/endpoint.ts'

/** Two requests within this time send only one mail. */
const ONE_PRESS_SECONDS = 30

/** A queued mail is not sent yet: the mail server may be down, or refuse the address. */
const ON_ITS_WAY = { success: true, isSent: false } as const

type Answer = Result<OutputOf<typeof orders.sendConfirmation>, 'rate_limited'>

/**
 * Sends an order's confirmation again, with the order's current data. It always goes to the order's
 * own address, so a request cannot send a buyer's tickets elsewhere. The result says what was done,
 * or when the next request is allowed.
 */
export async function resendConfirmation(
  call: Pick<Call<typeof orders.sendConfirmation>, 'context' | 'tenant' | 'principal'>,
): Promise<Answer> {
  const { context, tenant } = call
  const { row: order, isByLinkAlone } = call.principal
  const result = await context.db.withTenant(tenant.id, async (tx): Promise<Answer> => {
    const to = isByLinkAlone ? maskEmail(order.email) : order.email
    const before = await selectConfirmations(tx, order.id)
    if (before.heldBackSeconds !== null) return heldBack(to, before.heldBackSeconds)
    if (before.isQueued) {
      return granted({ ...ON_ITS_WAY, message: `Your tickets are already on their way to ${to}` })
    }
    if (before.wasJustSent) {
      return granted({ success: true, isSent: true, message: `Tickets have been sent to ${to}` })
    }
    const { resendsOfOneOrder, mailsToOneRecipient } = context.bounds
    const orderWait = secondsUntilRoom(before.resendAges, resendsOfOneOrder)
    if (orderWait > 0) return askedTooOften(to, before.resendAges, orderWait)
    // The outbox decides this under its lock. It is checked here as well, so that no mail is
    // promised that will not be sent.
    const key = recipientKeyOf(order.email)
    const ages = await agesOfMails(tx, [key], mailsToOneRecipient)
    const wait = secondsUntilRoom(ages.get(key) ?? [], mailsToOneRecipient)
    if (wait > 0) return recipientIsFull(to, wait)
    await queueMail(tx, {
      kind: 'confirmation',
      orderId: order.id,
      recipient: order.email,
      data: {},
      isResend: true,
    })
    return granted({ ...ON_ITS_WAY, message: `Your tickets are on their way to ${to}` })
  })
  context.kickJobs(tenant.id)
  return result
}

function askedTooOften(to: string, resendAges: readonly number[], seconds: number) {
  const count = resendAges.filter((age) => age < 3600).length
  return tooOften(
    `Your tickets were sent to ${to} ${count} times within the last hour. ${TRY_AGAIN}`,
    seconds,
  )
}

const recipientIsFull = (to: string, seconds: number) =>
  tooOften(`Many mails were sent to ${to} within a short time. ${TRY_AGAIN}`, seconds)

const TRY_AGAIN = 'Please look into the spam folder too, or try again in'

function tooOften(text: string, seconds: number) {
  const retryAfterSeconds = Math.ceil(seconds)
  return refused('rate_limited', `${text} ${waitText(seconds)}.`, { retryAfterSeconds })
}

const heldBack = (to: string, seconds: number) =>
  tooOften(
    `Many mails were sent to ${to} within a short time, so the one with your tickets waits. It is sent by itself in about`,
    seconds,
  )

/** The confirmations of an order so far; times are of the database's clock. */
interface Confirmations {
  isQueued: boolean
  wasJustSent: boolean
  /** Seconds until a held-back confirmation is due again; null if none is held back. */
  heldBackSeconds: number | null
  /** The ages of repeated confirmations in seconds, newest first. */
  resendAges: number[]
}

async function selectConfirmations(tx: TenantTx, orderId: string): Promise<Confirmations> {
  // A concurrent request waits here for the other one's row.
  await sql`
    select 1 from mails where order_id = ${orderId} and kind = 'confirmation' and not is_resend
    for update`.execute(tx)
  const { rows } = await sql<Confirmations>`
    select
      coalesce(bool_or(state = 'queued'), false) as "isQueued",
      coalesce(bool_or(state = 'sent' and age < ${ONE_PRESS_SECONDS}), false) as "wasJustSent",
      min(greatest(0, wait)) filter (where state = 'held_back') as "heldBackSeconds",
      coalesce(array_agg(age order by age) filter (where is_resend), '{}') as "resendAges"
    from (
      select state, is_resend,
        extract(epoch from clock_timestamp() - created_at)::float8 as age,
        extract(epoch from next_attempt_at - clock_timestamp())::float8 as wait
      from mails where order_id = ${orderId} and kind = 'confirmation') as confirmations`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw new Error('an aggregate has one row')
  return found
}
