import { granted, type ResultOf, type ruleSimulator } from '@foyer/contract'
import type { AccessCodeRule } from '@foyer/domain'
import { sql } from 'kysely'
import { isShopStopped } from '../../../context.ts'
import { readCoupon } from '../../../engine/coupons/preview-coupon.ts'
import { priceSelection } from '../../../engine/offers/price-selection.ts'
import { amountTooHigh, EVENT_NOT_FOUND, SESSION_NOT_FOUND } from '../../../engine/refusals.ts'
import { factsOfSelection } from '../../../engine/rules/judge-selection.ts'
import { readEventRules } from '../../../engine/rules/preview-rules.ts'
import type { Call } from '../../../http/endpoint.ts'
import { nothingJudged, presentSimulation } from './present-simulation.ts'

type Simulate = typeof ruleSimulator.simulateCart

const NOT_PUBLISHED = {
  code: 'event_not_found',
  message: 'This event is not published, so nobody can buy it yet. Publish it, or choose another.',
}

/** Says what each checkout rule does with a cart. It calls what the quote calls, and cannot write. */
export const simulateCart = ({
  context,
  tenant,
  body,
}: Call<Simulate>): Promise<ResultOf<Simulate>> =>
  context.db.withTenant(tenant.id, async (tx): Promise<ResultOf<Simulate>> => {
    await sql`set transaction read only`.execute(tx)
    const { eventId, sessionId, date, couponCode, customerEmail } = body
    const event = await tx
      .selectFrom('events')
      .select(['is_published', 'currency'])
      .where('id', '=', eventId)
      .executeTakeFirst()
    if (!event) return EVENT_NOT_FOUND
    const { currency } = event
    const wanted = body.at === undefined ? null : new Date(body.at)
    const rules = await readEventRules(tx, eventId, sessionId, wanted)
    const { now: at, timeZone } = rules
    const moment = { at, timeZone, currency }
    const priced = await priceSelection(tx, body, {
      isShopStopped: isShopStopped(context, tenant),
      code: withAccessTo(body.tickets),
      at,
    })
    if (!priced.ok) {
      const { refusal } = priced
      if (refusal.code === 'session_not_found') return SESSION_NOT_FOUND
      return granted(nothingJudged(moment, event.is_published ? refusal : NOT_PUBLISHED))
    }
    const lines = [...priced.value.tickets, ...priced.value.addOns]
    const coupon =
      couponCode === undefined ? null : ((await readCoupon(tx, couponCode, at)) ?? null)
    const facts = factsOfSelection({ eventId, date, currency, rules }, lines)
    const simulation = await presentSimulation(tx, moment, {
      cart: { lines, facts: { ...facts, customerEmail }, inForce: rules, coupon },
      couponCode,
    })
    const tooHigh = amountTooHigh(simulation.quote?.totalMinor ?? 0, currency)
    return granted(tooHigh ? { ...simulation, refusal: tooHigh.refusal } : simulation)
  })

/** The access code of a buyer who may choose these types if they are hidden. */
const withAccessTo = (tickets: readonly { ticketTypeId: string }[]): AccessCodeRule => ({
  startsAt: null,
  endsAt: null,
  opensEarly: false,
  typeIds: tickets.map(({ ticketTypeId }) => ticketTypeId),
  isRevoked: false,
})
