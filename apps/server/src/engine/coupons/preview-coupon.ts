import { granted, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { FrozenRule, RuleFacts } from '@foyer/domain'
import { sql } from 'kysely'
import { COUPON_NOT_FOUND, COUPON_USED_UP } from '../refusals.ts'
import { COUPON_CODE, HAS_EXPIRED } from './aggregate.ts'
import type { LaneCouponCode } from './coupon-types.ts'
import { type JudgementCode, judgeCode } from './judge-coupon.ts'

/** What a code would give a selection that is not held yet. */
export interface CouponPreview {
  code: string
  rules: readonly FrozenRule[]
}

export type PreviewCouponCode = JudgementCode | 'coupon_not_found' | 'coupon_used_up'

/**
 * Judges a code, typed in any case, for a selection. It refuses what a claim would refuse
 * now. Nothing is locked or counted, so the last use may be gone when the cart claims it.
 */
export async function previewCoupon(
  tx: TenantTx,
  typed: string,
  facts: RuleFacts,
  price: (applied: readonly FrozenRule[]) => { totalMinor: number; discountMinor: number },
): Promise<Result<CouponPreview, PreviewCouponCode>> {
  const { rows } = await sql<LaneCouponCode>`
    select ${sql.raw(COUPON_CODE)}
    where c.tenant_id = (select current_tenant()) and lower(c.code) = lower(${typed})`.execute(tx)
  const [code] = rows
  if (!code) return COUPON_NOT_FOUND
  const rules = judgeCode(code, facts, price)
  if (!rules.ok) return rules
  if (code.room <= 0 && !(await hasExpiredClaim(tx, code.id))) return COUPON_USED_UP
  return granted({ code: code.code, rules: rules.value })
}

async function hasExpiredClaim(tx: TenantTx, codeId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from coupon_uses u where u.code_id = ${codeId} and ${sql.raw(HAS_EXPIRED)}
    limit 1`.execute(tx)
  return rows.length > 0
}
