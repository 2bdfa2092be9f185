/**
 * Why the team does something with an order. The name is stored, and one is never renamed; what else there
 * is to say is a text beside it, which only the team reads.
 */
export const REFUND_REASONS = {
  buyer_asked: 'The buyer asked for it',
  cannot_come: 'Somebody cannot come',
  bought_twice: 'Bought twice',
  wrong_tickets: 'Wrong date or wrong tickets',
  not_as_promised: 'The visit was not as promised',
  goodwill: 'Goodwill',
  our_mistake: 'Our own mistake',
  other: 'Another reason',
} as const
export type RefundReason = keyof typeof REFUND_REASONS

/** The names of the reasons, as a list with the type of each. */
export const REFUND_REASON_NAMES = Object.keys(REFUND_REASONS) as readonly RefundReason[]

/** Why tickets are given away. */
export const GIFT_REASONS = {
  guest: 'Guest of the house',
  press: 'Press',
  artist: 'Artist or crew',
  partner: 'Partner or sponsor',
  prize: 'Prize or raffle',
  apology: 'Apology to a visitor',
  other: 'Another reason',
} as const
export type GiftReason = keyof typeof GIFT_REASONS

export const GIFT_REASON_NAMES = Object.keys(GIFT_REASONS) as readonly GiftReason[]

/** How many tickets one complimentary order may have. */
export const MOST_GIVEN = 50
