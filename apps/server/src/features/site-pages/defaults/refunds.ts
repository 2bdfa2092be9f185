import { mailLink, plain, type SiteFacts } from './facts.ts'

export const refunds = (facts: SiteFacts) => `
Whether tickets can be given back is decided by ${plain(facts.name)}, event by event. Write to ${mailLink(facts)} with your order number: the earlier you do, the more we can do.

## If an event is cancelled

You get back what you paid for it, fees included.

## If an event moves to another day or place

We write to the address you ordered with. If the new date does not suit you, tell us and we will find a way: another date, or your money back.

## If you can't come

Write to us before the event begins. All tickets of an order or some of them can be refunded, and tickets can be moved to another session where there is room.

## How the money comes back

- It goes to the card or account you paid with, in the currency you paid in.
- The tickets it is for end at once: their codes are no longer valid.
- You get an e-mail with the amount and a reference that begins with **R-**.
- Most banks take 5 to 10 days to show it.

## Without your asking

If a payment reaches us for which there are no tickets any more, or twice for the same order, it is given back in full by itself, usually within minutes, and an e-mail tells you so.

## If your bank account did not get it

Tell us the reference of the refund. If the bank sent the money back to us, because a card was closed for example, we agree with you on another way.
`
