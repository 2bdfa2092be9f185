import type { Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { FrozenRule, RuleFacts } from '@foyer/domain'
import { sql } from 'kysely'
import { COUPON_USED_UP } from '../refusals.ts'
import { inForceAt } from '../rules/rule-sql.ts'
import { couponCode, HAS_EXPIRED } from './aggregate.ts'
import type { LaneCouponCode } from './coupon-types.ts'
import { type JudgementCode, judgeCode } from './judge-coupon.ts'
import { asTypedFirst, isSpelled } from './spelled.ts'

/** A code as it is read for a selection that is not held yet: nothing is locked or counted. */
export interface PreviewCoupon extends LaneCouponCode {
  /** Whether a claim would find a use now; the last one may be gone when a cart claims it. */
  hasUseLeft: boolean
}

export type PreviewCouponCode = JudgementCode | 'coupon_used_up'

/**
 * Reads a code, however it was typed; undefined if there is none like it.
 *
 * @param at the moment at which its rules count; by default now
 */
export async function readCoupon(
  tx: TenantTx,
  typed: string,
  at: Date | null = null,
): Promise<PreviewCoupon | undefined> {
  const { rows } = await sql<LaneCouponCode>`
    select ${sql.raw(couponCode(inForceAt('moment.at')))}
    cross join (select coalesce(${at}::timestamptz, statement_timestamp()) as at) moment
    where c.tenant_id = (select current_tenant()) and ${isSpelled(sql`c.code`, typed)}
    order by ${asTypedFirst(sql`c.code`, typed)} limit 1`.execute(tx)
  const [code] = rows
  return code && { ...code, hasUseLeft: code.room > 0 || (await hasExpiredClaim(tx, code.id)) }
}

/** What a code would give a selection that is not held yet. Refuses what a claim would refuse now. */
export function judgePreview(
  coupon: PreviewCoupon,
  facts: RuleFacts,
  price: (applied: readonly FrozenRule[]) => { totalMinor: number; discountMinor: number },
): Result<readonly FrozenRule[], PreviewCouponCode> {
  const rules = judgeCode(coupon, facts, price)
  return rules.ok && !coupon.hasUseLeft ? COUPON_USED_UP : rules
}

async function hasExpiredClaim(tx: TenantTx, codeId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from coupon_uses u where u.code_id = ${codeId} and ${sql.raw(HAS_EXPIRED)}
    limit 1`.execute(tx)
  return rows.length > 0
}
