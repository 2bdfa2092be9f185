import { OPERATED_FILTERS, type OperatedOrganizerRow, type SoldFigures } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'

/** How operators read about the state of an organizer. */
export const STATES = {
  open: { tone: 'success', name: 'Open' },
  trial: { tone: 'info', name: 'Trial' },
  trial_ended: { tone: 'warning', name: 'Trial ended' },
  suspended: { tone: 'danger', name: 'Suspended' },
} as const

export const ACCOUNTS = {
  none: { tone: 'neutral', name: 'Not connected' },
  started: { tone: 'warning', name: 'Not finished' },
  wanted: { tone: 'warning', name: 'Stripe wants something' },
  review: { tone: 'info', name: 'In review' },
  refused: { tone: 'danger', name: 'Refused' },
  ended: { tone: 'danger', name: 'Access ended' },
  active: { tone: 'success', name: 'Active' },
} as const

export const FILTERS: Readonly<Record<(typeof OPERATED_FILTERS)[number], string>> = {
  open: 'Open',
  trial: 'In a trial',
  trial_ended: 'Trial ended',
  suspended: 'Suspended',
  not_connected: 'Not connected',
}

/** The filter of an address; undefined for one that there is not. */
export const filterOf = (state?: string) => OPERATED_FILTERS.find((filter) => filter === state)

/** '$1,200.00', or several of them by currency; '–' without a sale. */
export const chargedText = (figures: readonly SoldFigures[]): string =>
  figures.map(({ chargedMinor, currency }) => formatAmount(chargedMinor, currency)).join(', ') ||
  '–'

export const ticketsText = (figures: readonly SoldFigures[]): string =>
  figures.reduce((sum, { tickets }) => sum + tickets, 0).toLocaleString('en-US')

export const OWED = {
  balance: 'Below zero at Stripe',
  dispute: 'In open disputes',
} as const satisfies Record<OperatedOrganizerRow['owes'][number]['kind'], string>
