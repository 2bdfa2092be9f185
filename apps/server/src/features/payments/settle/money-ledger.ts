import type { TenantTx } from '@foyer/db'
import type { LedgerEntryKind, Posting } from '@foyer/domain'
import { sql } from 'kysely'

/** What an entry is about: a payment, or the provider's refund or dispute. */
export interface EntrySource {
  kind: LedgerEntryKind
  sourceId: string
  currency: string
}

/** Posts an entry of the money ledger. An entry that exists already is not posted again. */
export async function post(
  tx: TenantTx,
  { kind, sourceId, currency }: EntrySource,
  postings: readonly Posting[],
): Promise<void> {
  if (postings.length === 0) return
  await tx
    .insertInto('money_ledger')
    .values(
      postings.map(({ account, amountMinor }) => ({
        tenant_id: sql<number>`current_tenant()`,
        kind,
        source_id: sourceId,
        account,
        currency,
        amount_minor: amountMinor,
      })),
    )
    .onConflict((conflict) => conflict.constraint('money_ledger_posted_once').doNothing())
    .execute()
}
