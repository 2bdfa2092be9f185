import type { EventObject, EventType } from './present/event.ts'
import type { Store } from './store/store.ts'
import type { MethodType } from './wire/shapes.ts'

/**
 * An event that is due some time after a call, for example a bank debit that clears, or a refund
 * that bounces.
 */
export interface Pending {
  /** `charge`: a dispute opens; `dispute`: the bank decides it; `payout`: it arrives. */
  kind: 'intent' | 'refund' | 'charge' | 'dispute' | 'payout'
  id: string
  /** Whose it is; null: the platform's own. */
  account: string | null
}

/**
 * One unit of work: everything a call or a background step may touch. It runs without awaiting, so
 * that nothing comes in between, and its changes reach the journal together.
 */
export interface Work {
  /** Of the account that the work is for. */
  readonly store: Store
  /** Unix seconds, read once. */
  readonly now: number
  /** Where a browser finds the emulator, without a trailing slash. */
  readonly baseUrl: string
  /** Payment methods that the emulated account has switched on. */
  readonly accountTypes: readonly MethodType[]
  /** Where webhooks go; null while there is no endpoint. */
  readonly webhookUrl: string | null
  /** Records an event and queues its webhook; of the account of the work, unless one is named. */
  emit(type: EventType, object: EventObject, account?: string | null): void
  /** Schedules an event; it survives a restart. */
  later(pending: Omit<Pending, 'account'>): void
}

/** Where a unit of work comes from, and whose it is. */
export interface WorkScope {
  /** The call that caused it; absent for what the emulator does by itself. */
  origin?: { requestId: string; idempotencyKey: string | null }
  baseUrl?: string
  /** Null or absent: the platform's own. */
  account?: string | null
}
