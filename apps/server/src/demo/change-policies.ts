import { type ChangePolicy, DEFAULT_POLICY } from '@foyer/domain'

/** One policy of each kind that organizers use; all other events of the demo have the default. */

const { reschedule: FREE_RESCHEDULE, upgrade: FREE_UPGRADE } = DEFAULT_POLICY
const HOUR = 60
const DAY = 24 * HOUR

/** Once per order, until two days before, for a fee on each ticket. */
export const RESCHEDULE_FOR_A_FEE: Partial<ChangePolicy> = {
  reschedule: {
    ...FREE_RESCHEDULE,
    untilMinutes: 2 * DAY,
    limit: 1,
    fee: { feeType: 'flat', amountMinor: 300 },
  },
}

/** A single evening: there is no other date, but a better seat. */
export const UPGRADES_ONLY: Partial<ChangePolicy> = {
  reschedule: { ...FREE_RESCHEDULE, isAllowed: false },
  upgrade: { ...FREE_UPGRADE, untilMinutes: 2 * HOUR },
}

export const NOTHING_CHANGES: Partial<ChangePolicy> = {
  reschedule: { ...FREE_RESCHEDULE, isAllowed: false },
  upgrade: { ...FREE_UPGRADE, isAllowed: false },
}

/** All of the price until two weeks before, half of it until two days before, then nothing. */
export const CANCEL_BY_TIME: Partial<ChangePolicy> = {
  cancel: {
    isAllowed: true,
    untilMinutes: DAY,
    shares: [
      { untilMinutes: 14 * DAY, ratePpm: 1_000_000 },
      { untilMinutes: 2 * DAY, ratePpm: 500_000 },
    ],
    withFees: false,
  },
}

/** Free of charge until two hours before; what a cheaper evening costs less stays with the order. */
export const DECREASES_STAY: Partial<ChangePolicy> = {
  reschedule: { ...FREE_RESCHEDULE, untilMinutes: 2 * HOUR, refundsDecrease: false },
}
