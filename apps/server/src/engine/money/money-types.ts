import type {
  AuditAction,
  AuditEntity,
  AuditValues,
  LedgerAccount,
  LedgerEntryKind,
  MailDataOf,
  RefundKind,
  RefundState,
} from '@foyer/domain'

/** A refund of a payment, in any state. */
export interface LaneRefund {
  id: string
  kind: RefundKind
  amountMinor: number
  /** The service fees within the amount, with the tax on them. */
  feeMinor: number
  /** The tax within what is no fee, and within the fees; 0 if absent. */
  taxMinor?: number
  feeTaxMinor?: number
  withFees: boolean
  /** The tickets that ended with it. */
  ticketIds: readonly string[]
  requestKey: string
  state: RefundState
  providerRefundId: string | null
  reason: string | null
}

/** An entry of the money ledger. */
export interface LedgerRow {
  kind: LedgerEntryKind
  sourceId: string
  account: LedgerAccount
  currency: string
  amountMinor: number
}

export interface NewRefund extends LaneRefund {
  paymentId: string
  orderId: string | null
  currency: string
}

/** The mail about a refund; each refund has one. */
export interface RefundMail {
  id: string
  recipient: string
  paymentId: string
  orderId: string | null
  data: MailDataOf['refund']
  onceKey: string
}

/** What a person of the team did with an order, for the audit log. */
export interface AuditReport {
  id: string
  personId: string
  action: AuditAction
  entityType: AuditEntity
  entityId: string
  /** How people call the order. */
  entityName: string
  after: AuditValues
}
