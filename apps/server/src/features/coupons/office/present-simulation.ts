import type { SimulatedRule, Simulation } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { evaluate, type Quote, type RuleConditions } from '@foyer/domain'
import { sql } from 'kysely'
import { presentQuote } from '../../../engine/carts/frozen-quote.ts'
import { COUPON_NOT_FOUND } from '../../../engine/refusals.ts'
import { priceLines } from '../../../engine/rules/judge-selection.ts'
import { IN_ORDER } from '../../../engine/rules/rule-sql.ts'
import { type SimulatedCart, simulateRules } from '../../../engine/rules/simulate-rules.ts'

interface Moment {
  at: Date
  timeZone: string
  currency: string
}

interface RuleRow
  extends Pick<SimulatedRule, 'name' | 'groupName' | 'priority' | 'combines' | 'actionType'> {
  id: string
  conditions: RuleConditions
  isActive: boolean
  isEarly: boolean
  isOver: boolean
}

/** All rules, those of coupons last. */
async function selectAllRules(tx: TenantTx, at: Date): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select r.id, r.name, g.name as "groupName", r.priority, r.combines, r.conditions,
      r.action ->> 'type' as "actionType", r.is_active as "isActive",
      coalesce(r.valid_from > ${at}, false) as "isEarly",
      coalesce(r.valid_until <= ${at}, false) as "isOver"
    from checkout_rules r
    left join coupon_groups g on g.tenant_id = r.tenant_id and g.id = r.coupon_group_id
    order by r.coupon_group_id is not null, ${sql.raw(IN_ORDER)}`.execute(tx)
  return rows
}

/** The answer if a buyer cannot choose the cart at all. */
export const nothingJudged = (
  { at, timeZone, currency }: Moment,
  { code, message }: { code: string; message: string },
): Simulation => ({
  at: at.toISOString(),
  timeZone,
  currency,
  refusal: { code, message },
  block: null,
  coupon: null,
  quote: null,
  rules: [],
})

/** Simulates the rules of a cart, and says of each one what became of it. */
export async function presentSimulation(
  tx: TenantTx,
  { at, timeZone, currency }: Moment,
  { cart, couponCode }: { cart: SimulatedCart; couponCode: string | undefined },
): Promise<Simulation> {
  const { block, coupon, quote, rules } = simulateRules(cart)
  const judged = new Map(rules.map((each) => [each.ruleId, each]))
  const fullMinor = priceLines(cart.lines, currency, { automatic: [], coupon: [] }, null).totalMinor
  const shown = (await selectAllRules(tx, at)).map((rule): SimulatedRule => {
    const { id: ruleId, name, groupName, priority, combines, actionType } = rule
    const found = judged.get(ruleId)
    // Of a rule that was not judged, the conditions are shown as if it was the only one.
    const conditions =
      found && found.conditions.length > 0
        ? found.conditions
        : evaluate(rule.conditions, cart.facts, fullMinor).conditions
    return {
      ruleId,
      name,
      groupName,
      priority,
      combines,
      actionType,
      outcome: found?.outcome ?? whyNotJudged(rule),
      discountMinor: found?.discountMinor ?? 0,
      conditionsType: rule.conditions.type,
      conditions: conditions.map(({ condition, holds, actual }) => ({
        ...condition,
        holds,
        actual: [...actual],
      })),
    }
  })
  return {
    at: at.toISOString(),
    timeZone,
    currency,
    refusal: null,
    block,
    coupon:
      couponCode === undefined
        ? null
        : { code: cart.coupon?.code ?? couponCode, refusal: refusalOf(coupon) },
    quote: presentQuote(withoutUse(quote)),
    rules: shown,
  }
}

function whyNotJudged({ isActive, isEarly, isOver }: RuleRow): SimulatedRule['outcome'] {
  if (!isActive) return 'off'
  if (isOver) return 'ended'
  return isEarly ? 'not_yet' : 'no_code'
}

/** Why a code gives nothing; without a verdict it is unknown. */
function refusalOf(verdict: ReturnType<typeof simulateRules>['coupon']) {
  if (verdict?.ok) return null
  const { code, message } = (verdict ?? COUPON_NOT_FOUND).refusal
  return { code, message }
}

const withoutUse = ({ coupon, ...quote }: Quote) => ({
  ...quote,
  ...(coupon && { coupon: { code: coupon.code } }),
})
