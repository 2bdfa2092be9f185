/** The emulator's slow cards; see its README. */
export const SLOW_CARDS = {
  /** `processing` for some seconds, then paid. */
  paid: '4000009999000014',
  /** `processing` for some seconds, then declined. */
  declined: '4000009999000022',
  /** 3-D Secure, then `processing` for some seconds, then paid. */
  asked: '4000009999000048',
  /** `processing` for ever. */
  undecided: '4000009999000030',
} as const

/** Each refused card with the bank's message, the page's advice, and where the focus goes. */
export const DECLINES = [
  {
    number: '4000000000000002',
    reason: 'Your card was declined.',
    advice: 'ask your bank: only it knows the reason',
    field: 'Card number',
  },
  {
    number: '4000000000009995',
    reason: 'Your card has insufficient funds.',
    advice: 'Use another card or another way to pay.',
    field: 'Card number',
  },
  // A lost or stolen card looks like a plain decline.
  {
    number: '4000000000009987',
    reason: 'Your card was declined.',
    advice: 'ask your bank',
    field: 'Card number',
  },
  {
    number: '4000000000009979',
    reason: 'Your card was declined.',
    advice: 'ask your bank',
    field: 'Card number',
  },
  {
    number: '4000000000000069',
    reason: 'Your card has expired.',
    advice: 'Check the expiration date',
    field: 'Expiration date',
  },
  {
    number: '4000000000000127',
    reason: "Your card's security code is incorrect.",
    advice: 'Check the three or four digits',
    field: 'Security code',
  },
  {
    number: '4000000000000119',
    reason: 'An error occurred while processing your card.',
    advice: 'Wait a moment and pay again',
    field: 'Card number',
  },
  {
    number: '4000000000006975',
    reason: 'Your card was declined',
    advice: 'The card is over its limit for now.',
    field: 'Card number',
  },
] as const
