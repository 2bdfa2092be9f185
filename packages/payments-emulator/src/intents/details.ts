import { readAddress } from '../methods/create.ts'
import type { IntentRecord } from '../store/records.ts'
import { mergeMetadata } from '../wire/metadata.ts'
import type { DetailValues } from './params.ts'

type Details = Pick<
  IntentRecord,
  | 'description'
  | 'metadata'
  | 'receiptEmail'
  | 'setupFutureUsage'
  | 'shipping'
  | 'statementDescriptor'
  | 'statementDescriptorSuffix'
>

const NO_DETAILS: Details = {
  description: null,
  metadata: {},
  receiptEmail: null,
  setupFutureUsage: null,
  shipping: null,
  statementDescriptor: null,
  statementDescriptorSuffix: null,
}

/**
 * The fields of an intent that only describe it. Sent values replace current ones; null if unset.
 */
export function readDetails(current: Details | null, sent: DetailValues): Details {
  const before = current ?? NO_DETAILS
  const or = <T>(value: T | undefined, fallback: T) => (value === undefined ? fallback : value)
  return {
    description: or(sent.description, before.description),
    metadata: mergeMetadata(before.metadata, sent.metadata),
    receiptEmail: or(sent.receipt_email, before.receiptEmail),
    setupFutureUsage: or(sent.setup_future_usage, before.setupFutureUsage),
    shipping: sent.shipping === undefined ? before.shipping : readShipping(sent.shipping),
    statementDescriptor: or(sent.statement_descriptor, before.statementDescriptor),
    statementDescriptorSuffix: or(
      sent.statement_descriptor_suffix,
      before.statementDescriptorSuffix,
    ),
  }
}

function readShipping(sent: NonNullable<DetailValues['shipping']> | null): Details['shipping'] {
  if (!sent) return null
  return { address: readAddress(sent.address), name: sent.name ?? null, phone: sent.phone ?? null }
}
