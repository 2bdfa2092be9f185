import { readStored, removeStored, storedKeys, writeStored } from './browser-storage.ts'
import { isText } from './shape.ts'

/** What the browser stores of a reschedule that it made. No code reads it; support may. */
export interface CompletedReschedule {
  orderId: string
  email: string
  /** What was paid, in major units. */
  priceDifference: number
  rescheduleType: 'paid' | 'free'
  paymentIntentId: string | null
  completedAt: string
}

const PREFIX = 'foyer-reschedule-'
const KEPT_MILLISECONDS = 30 * 24 * 60 * 60 * 1000

const completedAtOf = (key: string): string | null => {
  const stored = readStored('local', key, hasCompletedAt)
  return stored.kind === 'found' ? stored.value.completedAt : null
}

const hasCompletedAt = (value: unknown): value is Pick<CompletedReschedule, 'completedAt'> =>
  typeof value === 'object' && value !== null && 'completedAt' in value && isText(value.completedAt)

/** Stores a record and drops those that are older than 30 days. */
export function saveCompletedReschedule(record: CompletedReschedule): void {
  const now = Date.parse(record.completedAt)
  for (const key of storedKeys('local', PREFIX)) {
    const completedAt = completedAtOf(key)
    if (completedAt === null || now - Date.parse(completedAt) > KEPT_MILLISECONDS) {
      removeStored('local', key)
    }
  }
  writeStored('local', PREFIX + record.orderId, record)
}

const reasonKeyOf = (orderId: string) => `foyer-reschedule-reason-${orderId}`

/** The reason that a buyer gave before paying; it is sent with the change, and belongs to no address. */
export const saveRescheduleReason = (orderId: string, reason: string): void =>
  reason ? writeStored('session', reasonKeyOf(orderId), reason) : removeRescheduleReason(orderId)

export const removeRescheduleReason = (orderId: string): void =>
  removeStored('session', reasonKeyOf(orderId))

export function readRescheduleReason(orderId: string): string | undefined {
  const stored = readStored('session', reasonKeyOf(orderId), isText)
  return stored.kind === 'found' ? stored.value : undefined
}
