import type { PersonalKind } from '@foyer/contract'

/** What a kind of data is called, and what an erasure does with it. */
export const KIND_TEXTS: Readonly<Record<PersonalKind, { name: string; erasure: string }>> = {
  orders: {
    name: 'Orders',
    erasure: 'Name, e-mail, telephone, address and browser go. Number, dates and amounts stay.',
  },
  lines: { name: 'Lines of orders', erasure: 'Stay, for your books. They name nobody.' },
  tickets: { name: 'Tickets', erasure: 'Stay, so that the door and the counts are right.' },
  consents: { name: 'Accepted terms and news', erasure: 'Are deleted.' },
  changes: { name: 'Changes of orders', erasure: 'What the buyer wrote goes. The amounts stay.' },
  payments: { name: 'Payments', erasure: 'What the bank wrote goes. The amounts stay.' },
  refunds: { name: 'Refunds', erasure: 'The reasons go. The amounts stay.' },
  mails: { name: 'Mails', erasure: 'Are deleted, also those that wait to be sent.' },
  waivers: { name: 'Signed waivers', erasure: 'Are deleted with the signatures.' },
  carts: { name: 'Carts', erasure: 'Contact and browser are deleted.' },
  lookups: { name: 'Searches for orders', erasure: 'Are deleted.' },
  wallets: {
    name: 'Passes on phones',
    erasure: 'Are deleted here; on the phone they stay as they are.',
  },
  other: { name: 'Other entries', erasure: 'What names the person goes.' },
}

export const entriesText = (count: number): string =>
  count === 1 ? '1 entry' : `${count.toLocaleString('en-US')} entries`
