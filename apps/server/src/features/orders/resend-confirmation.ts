import { type checkout, granted, type OutputOf, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { maskEmail } from '@foyer/domain'
import { sql } from 'kysely'
import { queueMail } from '../../engine/queue-mail.ts'
import type { Call } from '../../http/endpoint.ts'
import { findOrder } from './open-order.ts'

/** More would only fill somebody's inbox: anyone who knows the address may ask. */
const RESENDS_PER_HOUR = 3
/** Presses this close together mean one mail. */
const ONE_PRESS_SECONDS = 30

type Answer = OutputOf<typeof checkout.sendConfirmation>

/**
 * Sends an order's confirmation again, as the order is now. Always to the order's own address: a
 * body can't send somebody's tickets elsewhere. Says what it did, or when it may be asked again.
 */
export async function resendConfirmation(
  call: Call<typeof checkout.sendConfirmation>,
): Promise<Result<Answer>> {
  const { context, tenant, body } = call
  const credential = { browserId: call.browser.id(), email: body.email, token: body.token }
  const result = await context.db.withTenant(tenant.id, async (tx): Promise<Result<Answer>> => {
    const found = await findOrder(context, tenant, tx, body.orderId, credential)
    if (!found.ok) return found
    const { row: order, isByLinkAlone } = found.value
    const to = isByLinkAlone ? maskEmail(order.email) : order.email
    const before = await selectResends(tx, order.id)
    if (before.is_queued) {
      return granted({ success: true, message: `Your tickets are already on their way to ${to}` })
    }
    const sent: Result<Answer> = granted({
      success: true,
      message: `Tickets have been sent to ${to}`,
    })
    if (before.was_just_sent) return sent
    if (before.in_last_hour >= RESENDS_PER_HOUR) return askedTooOften(to, before.wait_seconds)
    await queueMail(tx, {
      kind: 'confirmation',
      orderId: order.id,
      recipient: order.email,
      data: {},
      isResend: true,
    })
    return sent
  })
  context.kickJobs()
  return result
}

function askedTooOften(to: string, waitSeconds: number) {
  const minutes = Math.ceil(waitSeconds / 60)
  return refused(
    'rate_limited',
    `Your tickets were sent to ${to} ${RESENDS_PER_HOUR} times within the last hour. Please look into the spam folder too, or try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfterSeconds: waitSeconds },
  )
}

interface Resends {
  is_queued: boolean
  was_just_sent: boolean
  in_last_hour: number
  wait_seconds: number
}

async function selectResends(tx: TenantTx, orderId: string): Promise<Resends> {
  // Who asks at the same moment waits here for the other's row.
  await sql`
    select 1 from mails where order_id = ${orderId} and kind = 'confirmation' and not is_resend
    for update`.execute(tx)
  const { rows } = await sql<Resends>`
    select
      coalesce(bool_or(state = 'queued'), false) as is_queued,
      coalesce(bool_or(state = 'sent'
        and created_at > clock_timestamp() - make_interval(secs => ${ONE_PRESS_SECONDS})), false)
        as was_just_sent,
      count(*) filter (where is_resend and created_at > hour_ago)::integer as in_last_hour,
      coalesce(extract(epoch from min(created_at - hour_ago)
        filter (where is_resend and created_at > hour_ago)), 0)::integer as wait_seconds
    from mails, (select clock_timestamp() - interval '1 hour' as hour_ago) as since
    where order_id = ${orderId} and kind = 'confirmation'`.execute(tx)
  return rows[0] ?? { is_queued: false, was_just_sent: false, in_last_hour: 0, wait_seconds: 0 }
}
