import { granted, type orders, type ResultOf, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { maskEmail, secondsUntilRoom, waitText } from '@foyer/domain'
import { sql } from 'kysely'
import { agesOfMails, recipientKeyOf } from '../../engine/mails/mail-lock.ts'
import { queueMail } from '../../engine/mails/queue-mail.ts'
import type { Call } from '../../http/endpoint.ts'

/** Presses this close together mean one mail. */
const ONE_PRESS_SECONDS = 30

type Answer = ResultOf<typeof orders.sendConfirmation>

/**
 * Sends an order's confirmation again, as the order is now. Always to the order's own address: a
 * body can't send somebody's tickets elsewhere. Says what it did, or when it may be asked again.
 */
export async function resendConfirmation(
  call: Call<typeof orders.sendConfirmation>,
): Promise<Answer> {
  const { context, tenant } = call
  const { row: order, isByLinkAlone } = call.principal
  const result = await context.db.withTenant(tenant.id, async (tx): Promise<Answer> => {
    const to = isByLinkAlone ? maskEmail(order.email) : order.email
    const before = await selectConfirmations(tx, order.id)
    if (before.heldBackSeconds !== null) return heldBack(to, before.heldBackSeconds)
    if (before.isQueued) {
      return granted({ success: true, message: `Your tickets are already on their way to ${to}` })
    }
    const sent: Answer = granted({
      success: true,
      message: `Tickets have been sent to ${to}`,
    })
    if (before.wasJustSent) return sent
    const { resendsOfOneOrder, mailsToOneRecipient } = context.bounds
    const orderWait = secondsUntilRoom(before.resendAges, resendsOfOneOrder)
    if (orderWait > 0) return askedTooOften(to, before.resendAges, orderWait)
    // The outbox decides, behind its lock; asked here as well, so that no mail is promised in vain.
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
    return sent
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

/** The state of an order's confirmation so far; times by the database's clock. */
interface Confirmations {
  isQueued: boolean
  wasJustSent: boolean
  /** When one that waits for room is looked at again; null where none waits. */
  heldBackSeconds: number | null
  /** Of those sent again, newest first, in seconds. */
  resendAges: number[]
}

async function selectConfirmations(tx: TenantTx, orderId: string): Promise<Confirmations> {
  // Who asks at the same moment waits here for the other's row.
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
