import { REASON_CHARACTERS, type WantedRefund } from '@foyer/contract'
import { REFUND_REASON_NAMES } from '@foyer/domain'
import * as z from 'zod/mini'
import { minorOf } from '../../../shared/amounts.ts'

/** What a person chooses and types to refund an order. */

const values = z.object({
  kind: z.enum(['whole', 'tickets', 'amount']),
  ticketIds: z.array(z.string()),
  amount: z.string(),
  keepsFees: z.boolean(),
  reason: z.enum(REFUND_REASON_NAMES),
  note: z.string().check(z.trim(), z.maxLength(REASON_CHARACTERS)),
})
export type RefundValues = z.output<typeof values>

/** The schema of the form; an amount is one of the order's currency, at most what is left. */
export const refundSchema = (currency: string, leftMinor: number) =>
  values.check(
    z.check<RefundValues>(({ value, issues }) => {
      const wrong = (field: string) =>
        issues.push({ code: 'custom', path: [field], input: value, message: '' })
      if (value.kind === 'tickets' && value.ticketIds.length === 0) wrong('ticketIds')
      const minor = minorOf(value.amount, currency)
      if (value.kind === 'amount' && !(minor > 0 && minor <= leftMinor)) wrong('amount')
    }),
  )

/** The refund as the server takes it; null while it is not chosen yet. */
export function wantedOf(
  { kind, ticketIds, amount, keepsFees }: Omit<RefundValues, 'reason' | 'note'>,
  currency: string,
): WantedRefund | null {
  const withFees = !keepsFees
  if (kind === 'whole') return { kind, withFees }
  if (kind === 'tickets') return ticketIds.length > 0 ? { kind, ticketIds, withFees } : null
  const amountMinor = minorOf(amount, currency)
  return amountMinor > 0 ? { kind, amountMinor, withFees } : null
}
