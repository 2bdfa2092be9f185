import {
  AUDIT_ACTIONS,
  chargeOf,
  chargePostings,
  platformFeePostings,
  providerFeePostings,
  refundNumberOf,
} from '@foyer/domain'
import { newId } from '../../adapters/ids.ts'
import type { Intent } from '../../adapters/payment-gateway.ts'
import type { LanePayment } from '../payments/payment-types.ts'
import type { AuditReport, LaneRefund, LedgerRow, NewRefund, RefundMail } from './money-types.ts'

/** What a batch writes about money. */
export class MoneyBook {
  readonly #postings: LedgerRow[] = []
  readonly #refunds: NewRefund[] = []
  readonly #mails: RefundMail[] = []
  readonly #reports: AuditReport[] = []
  readonly #adopted = new Map<string, string>()

  /** Posts the charge, the platform's fee, and the provider's own if it is known. */
  charge(payment: LanePayment, { capturedMinor, currency, fee, platformFeeMinor }: Intent): void {
    const charged = chargePostings(chargeOf(payment.quote, capturedMinor))
    this.#post({ kind: 'charge', sourceId: payment.id, currency }, charged)
    this.#post(
      { kind: 'platform_fee', sourceId: payment.id, currency },
      platformFeePostings(platformFeeMinor),
    )
    if (!fee) return
    const source = { kind: 'provider_fee', sourceId: payment.id, currency: fee.currency } as const
    this.#post(source, providerFeePostings(fee.amountMinor))
  }

  /**
   * Decides a refund, which later operations of the batch see. It is posted once the provider has
   * made it.
   */
  refund(
    payment: LanePayment,
    refund: Omit<NewRefund, 'id' | 'paymentId' | 'currency'>,
  ): NewRefund {
    const made = { ...refund, id: newId(), paymentId: payment.id, currency: payment.currency }
    payment.refunds.push(made)
    this.#refunds.push(made)
    return made
  }

  /** Queues the mail about a refund, or about the parts of one that draws on several charges. */
  mailRefund(
    refunds: readonly NewRefund[],
    {
      recipient,
      ...data
    }: { recipient: string } & Pick<
      RefundMail['data'],
      'changeId' | 'isCalledOff' | 'isOverLimit' | 'isNotAllowed'
    >,
  ): void {
    const [first] = refunds
    // An unknown address of the buyer gets no mail.
    if (!first || recipient === '') return
    this.#mails.push({
      id: newId(),
      recipient,
      paymentId: first.paymentId,
      orderId: first.orderId,
      onceKey: first.id,
      data: {
        reference: refundNumberOf(first.id),
        amountMinor: refunds.reduce((sum, refund) => sum + refund.amountMinor, 0),
        currency: first.currency,
        extent: first.kind === 'whole' || first.kind === 'unplaced' ? first.kind : 'partial',
        ...data,
      },
    })
  }

  /**
   * Marks a refund that this system had decided as the one that was made by hand at the provider.
   */
  adopt(refund: LaneRefund, providerRefundId: string): void {
    refund.providerRefundId = providerRefundId
    refund.state = 'pending'
    this.#adopted.set(refund.id, providerRefundId)
  }

  /** Enters what a person of the team did into the audit log. */
  report(entry: Omit<AuditReport, 'id' | 'entityType'>): void {
    const { entity: entityType } = AUDIT_ACTIONS[entry.action]
    this.#reports.push({ ...entry, id: newId(), entityType })
  }

  rows() {
    return {
      reports: this.#reports,
      postings: this.#postings,
      refunds: this.#refunds,
      refundMails: this.#mails,
      adoptedRefunds: [...this.#adopted].map(([id, providerRefundId]) => ({
        id,
        providerRefundId,
      })),
    }
  }

  #post(
    source: Pick<LedgerRow, 'kind' | 'sourceId' | 'currency'>,
    postings: readonly Pick<LedgerRow, 'account' | 'amountMinor'>[],
  ): void {
    this.#postings.push(...postings.map((posting) => ({ ...source, ...posting })))
  }
}
