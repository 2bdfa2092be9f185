/**
 * What the reconciler finds and cannot heal, with what people can do about it. One row per kind: the
 * server stores the kinds, the back office and the guide of operators say the rest.
 */

interface FindingRow {
  /** What happened. */
  title: string
  /** What was kept, and what to do next. */
  advice: string
}

export const MONEY_FINDINGS = {
  'refund given up': {
    title: 'A refund came back from the bank',
    advice:
      'The bank returned it three times, so the buyer still waits for the money. Agree with the buyer on another way. A refund of the same amount that you make at Stripe takes its place.',
  },
  'refund not taken': {
    title: 'Stripe does not take a refund',
    advice:
      'It is tried again at least every hour. The usual reasons are too little balance, which a deposit at Stripe cures, and an open dispute, which has to be answered first.',
  },
  'refund unknown': {
    title: 'More was refunded at Stripe than was left',
    advice:
      'Somebody refunded at Stripe what had been refunded here already. Compare the two with the order, and ask the buyer for the difference if it matters.',
  },
  'charge disputed': {
    title: 'A buyer disputes a payment',
    advice:
      'Answer it at Stripe before its date. The tickets stay valid until you cancel them, and the order cannot be refunded unless you win.',
  },
  'charge differs': {
    title: 'An order was charged another amount than its own',
    advice: 'The tickets are valid. Refund the difference at Stripe, or ask the buyer for it.',
  },
  'charge unknown': {
    title: 'Money arrived for no order',
    advice:
      'A payment was captured that is not known here, as after a database was restored. Refund it at Stripe, and it leaves this list.',
  },
  'payment undecided': {
    title: 'A payment is open for more than a day',
    advice:
      'Stripe is still processing it. It ends in tickets or in a refund by itself; the buyer need not pay again.',
  },
} as const satisfies Record<string, FindingRow>

export type MoneyFindingKind = keyof typeof MONEY_FINDINGS

export const MONEY_FINDING_KINDS = Object.keys(MONEY_FINDINGS) as MoneyFindingKind[]
