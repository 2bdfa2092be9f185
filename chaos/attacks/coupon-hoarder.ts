import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { ATTACKER } from './harness/addresses.ts'
import type { Attack, Site } from './harness/attack.ts'
import { Person } from './harness/person.ts'

/** The part of the attack's time after which the organizer ends the coupon. */
const ENDS_AT = 0.4

/** A cart claims the only use of a coupon and is held again and again, even after the coupon ended. */
export const couponHoarder: Attack = {
  kind: 'coupon-hoarder',
  name: 'one cart is held again with more tickets each time, after its coupon has ended',
  ignoresLatency: true,
  showsAs: ['share'],
  control: {
    without: 'the check that the coupon is still active',
    sql: (text) =>
      text
        .replace('c.is_active and g.is_active as "isActive"', 'true as "isActive"')
        .replace(
          'r.coupon_group_id = c.group_id and r.is_active',
          'r.coupon_group_id = c.group_id',
        ),
  },
  async prepare(site) {
    const { code } = await site.build.coupon({
      // The id begins with the time: events of the same minute share its first characters.
      code: `HOARD-${site.eventId.slice(-12)}`.toUpperCase(),
      eventIds: [site.eventId],
    })
    return { code }
  },
  async attack({ url, eventId, sessionIds, paidTypeId, prepared }, tally, signal) {
    const agent = new Agent({ keepAlive: true })
    const person = new Person(url, agent, ATTACKER)
    const target = { eventId, sessionId: sessionIds[0] ?? '', typeId: paidTypeId }
    await person.hold(target, 1)
    const applied = await person.ask('POST', '/api/checkout/carts/10000/coupon', {
      code: prepared.code,
    })
    tally['coupon answered'] = applied.status
    for (let quantity = 2; !signal.aborted; quantity = quantity === 8 ? 2 : 8) {
      await delay(300)
      const { status, body } = await person.hold(target, quantity)
      if (status !== 201) continue
      tally['held anew'] = (tally['held anew'] ?? 0) + 1
      tally['last discount'] = body.quote?.discountMinor ?? 0
    }
    agent.destroy()
  },
  async during(site, seconds) {
    await delay(seconds * 1000 * ENDS_AT)
    await endCoupon(site)
    return []
  },
  judge({ tally }) {
    const discountMinor = tally['last discount'] ?? 0
    if (tally['coupon answered'] !== 200 || !tally['held anew']) {
      return [{ criterion: 'refused', text: 'the attacker never had the coupon' }]
    }
    if (discountMinor === 0) return []
    return [
      {
        criterion: 'share',
        text: `${discountMinor} minor units off under a coupon that had ended`,
      },
    ]
  },
}

const endCoupon = (site: Site) =>
  site.sql(
    `with ended as (
       update checkout_rules r set is_active = false
       from checkout_rule_events e where e.rule_id = r.id and e.event_id = $1
       returning r.coupon_group_id)
     update coupon_codes c set is_active = false from ended where c.group_id = ended.coupon_group_id`,
    [site.eventId],
  )
