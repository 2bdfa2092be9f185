import type { RuleCondition } from '@foyer/domain'
import type { RulePlan } from '@foyer/testkit/builder'
import { amountOff, percentOff } from '@foyer/testkit/coupons'
import {
  type Bench,
  type Contender,
  HOLDS,
  holdJourney,
  interleave,
  type Sample,
} from '../bench.ts'
import { PLENTY } from '../database.ts'
import { type Figures, printTable, round } from '../report.ts'
import { purchase } from './purchases.ts'

const HOLD_CLIENTS = 256
const PURCHASE_CLIENTS = 64
const FULL = 60
/** What a purchase of two tickets costs with the rules: less 10 %, less 5 %, less 1.30. */
const REDUCED = 50

const when = (
  field: RuleCondition['field'],
  operator: RuleCondition['operator'],
  value: string | number,
): RuleCondition => ({ field, operator, value })

const off = { discounts: [percentOff(50)] }
/** Ten rules about every field, of which three apply to two tickets and none to one. */
const RULES: readonly RulePlan[] = [
  { message: 'Too many', conditions: [when('quantity', '>', 8)] },
  { message: 'Too much', conditions: [when('totalAmount', '>', 5000)] },
  { ...off, conditions: [when('customerEmail', 'contains', '@university.example')] },
  { ...off, conditions: [when('dayOfWeek', '=', 1), when('date', '<', '2020-01-01')] },
  { ...off, conditions: [when('timeOfDay', '<', '00:00')] },
  { ...off, conditions: [when('eventName', 'contains', 'no such'), when('orderTotal', '>', 10)] },
  { ...off, conditions: [when('ticketType', '=', 'vip'), when('sessionTime', '>=', '18:00')] },
  { priority: 3, conditions: [when('quantity', '>=', 2)], discounts: [percentOff(10)] },
  {
    priority: 2,
    combines: true,
    conditions: [when('orderTotal', '>=', 50)],
    discounts: [percentOff(5)],
  },
  {
    priority: 1,
    combines: true,
    conditions: [when('totalAmount', '>=', 60)],
    discounts: [amountOff(130)],
  },
]

/** Holds and purchases with ten automatic rules in force, as a share of the same without a rule. */
export async function measureRules(bench: Bench): Promise<Partial<Figures>> {
  const { build, tenantId, pool } = bench.database
  for (const rule of RULES) await build.rule({ ...rule, tenantId })
  const setActive = (isActive: boolean) => () =>
    pool.query('update checkout_rules set is_active = $1', [isActive])
  const event = await build.event({ tenantId, capacity: PLENTY, types: [{ priceMinor: 3000 }] })
  const contenders = (journeyAt: (amount: number) => Contender['journey']) => ({
    without: { journey: journeyAt(FULL), status: 201, before: setActive(false) },
    with: { journey: journeyAt(REDUCED), status: 201, before: setActive(true) },
  })
  // A ratio near 1 needs more rounds than a rate.
  const { options } = bench
  const longer = { ...bench, options: { ...options, rounds: 3 * options.rounds } }
  const holds = await interleave(
    longer,
    contenders(() => holdJourney(HOLDS, [bench.hot], 2)),
    { clients: HOLD_CLIENTS, seconds: 1.5 },
  )
  const purchases = await interleave(
    longer,
    contenders((amount) => purchase(event, amount)),
    { clients: PURCHASE_CLIENTS, seconds: 2 },
  )
  await setActive(false)()
  await pool.query("update mails set state = 'failed' where state = 'queued'")
  const ratioOf = (samples: Record<'with' | 'without', Sample>) =>
    round(samples.with.perSecond / samples.without.perSecond)
  printTable('With ten automatic checkout rules, as a share of the same without', [
    rowOf(`holds, ${HOLD_CLIENTS} clients`, holds),
    rowOf(`purchases, ${PURCHASE_CLIENTS} clients`, purchases),
  ])
  return { holdsWithRulesRatio: ratioOf(holds), purchasesWithRulesRatio: ratioOf(purchases) }

  function rowOf(what: string, samples: Record<'with' | 'without', Sample>) {
    return {
      what,
      'a second without': samples.without.perSecond,
      'a second with': samples.with.perSecond,
      ratio: ratioOf(samples),
      'p99 ms without': samples.without.p99,
      'p99 ms with': samples.with.p99,
      'server CPU ms each without': samples.without.cpuMsEach,
      'server CPU ms each with': samples.with.cpuMsEach,
      failed: samples.with.failed + samples.without.failed,
    }
  }
}
