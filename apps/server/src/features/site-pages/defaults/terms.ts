import { HOLD_SECONDS } from '@foyer/domain'
import { mailLink, plain, type SiteFacts } from './facts.ts'

export const terms = (facts: SiteFacts) => `
These terms apply when you buy tickets here. You buy from ${plain(facts.name)}, the organizer; reach us at ${mailLink(facts)}.

## Choosing and reserving

Prices are shown with all fees. When you reserve, the tickets are set aside for ${HOLD_SECONDS / 60} minutes at the price shown, which does not change during that time. A reservation that is not paid ends by itself and costs nothing.

## The contract

It is made when your payment succeeds and the order's confirmation appears. We send the confirmation to your e-mail address as well. If a payment succeeds and no ticket can be given for it, there is no contract, and the whole amount goes back to you.

## Your tickets

- Each ticket is for one person and has a code of its own. A copy of the code is no second ticket, so keep it to yourself.
- A ticket is for the day and, where one is printed on it, the time that you chose.
- Please be there 30 minutes before the beginning. Latecomers may have to wait for a break.
- Bring an identity document where the event or a reduced price asks for one.
- Selling tickets on above the price you paid is not allowed. Such tickets may be ended without a refund.

## Changes and refunds

Tickets can be given back or moved as described under [Refunds](/pages/refunds). If an event is cancelled, you get back what you paid for it. Rights that the law gives you as a consumer stay as they are.

## At the venue

The rules of the house apply. Who endangers others may be turned away without a refund.

## Your data

We use it to sell you tickets and to let you in: the [Privacy Policy](/pages/privacy) says how.

## If something goes wrong

Write to ${mailLink(facts)}. We answer people before we answer lawyers.
`
