import { mailLink, plain, type SiteFacts } from './facts.ts'

/** A test compares this list with what the server and the pages really store in browsers. */
export const cookies = (facts: SiteFacts) => `
${plain(facts.name)} keeps in your browser only what buying tickets needs. Nothing of it follows you to other sites, so there is nothing to agree to.

## Cookies

- **__Host-foyer_browser** (without HTTPS: **foyer_browser**): a random number, set when you first reserve tickets. It makes your cart yours, and opens your orders in the browser that bought them. Scripts can't read it. It lasts 400 days.
- **foyer_wrote**: that you have just changed something, so that the next pages show it. It says nothing else. It lasts three seconds.
- **foyer-probe**: written and taken away at the same moment, before you reserve tickets, to see whether your browser keeps cookies at all.
- **__stripe_mid** and **__stripe_sid**: set by the payment provider (Stripe) on the checkout, to tell people from card thieves. They last a year and half an hour.

## Kept in the browser itself

These stay on your device:

- **foyer-theme**: whether you chose light, dark or your device's theme.
- **foyer-cart-** with a cart's number: what you reserved and until when, so that nothing is lost when you reload.
- **foyer-order-** with an order's number: the confirmation of what you bought, so that it opens again. An order that you opened by a link alone is kept only if you ask for it.
- **foyer-payment-** with a cart's number: that a payment was begun, so that no second one is.
- **foyer-change-** with an order's number: that the payment for a change of your order was begun, until it is known how it ended.
- **foyer-reschedule-** with an order's number: that you rescheduled the order, for 30 days; **foyer-reschedule-reason-**: why, if you said so, until the change is made or you close the tab.
- **foyer-lookup** and **foyer-lookup-** with an order's number: what you found your orders by, so that a reload lists them again, until you close the tab. A code is kept as a key that ends after an hour.
- **foyer-opened-** with an order's number: the e-mail address or the link that opened the order in this tab, so that it is not in the address of the page, until you close the tab.
- **foyer-flow-** and **foyer-family-** with a cart's number: by which pages you came to the checkout, so that Back leads there, until you close the tab.
- **foyer-scroll**: how far down you had read each page of this tab, so that Back leads there, until you close the tab.
- **foyer-faces**: that this tab has fetched our typefaces, so that its next page shows in them at once, until you close the tab.
- **foyer-browser-id**: a name made up for this browser, sent along so that we can find a request of yours in our server's notes when you report a fault. It opens nothing.
- **foyer-details-** with a cart's number: what you typed at the checkout, until you close the tab. Never card data.
- **foyer-tickets**: the page with your tickets, once you have opened it, so that it also opens at a door without a connection.

## How to remove them

Delete this site's data in your browser's settings. Your orders are not lost: the link in the confirmation e-mail opens them, until some time after the visit. Tickets in a cart that is not paid yet come free when its time is over.

Questions? Write to ${mailLink(facts)}.
`
