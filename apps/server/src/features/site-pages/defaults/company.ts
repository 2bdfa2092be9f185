import { mailLink, plain, type SiteFacts } from './facts.ts'

export const about = (facts: SiteFacts) => `
${plain(facts.tagline || `${facts.name} sells tickets to its events here.`)}

${plain(facts.name)} sells its tickets here directly. Nobody stands between you and the box office, and no account is needed to buy.

## How we sell

- **The price you see is the price you pay.** Fees are part of every price from the list of events on, and the review before payment says what each part is.
- **What you choose is yours while you pay.** Tickets in your cart are set aside for you, so that nobody else can buy them meanwhile.
- **A ticket is sold once.** Places are counted where they are sold, at the moment they are sold.

## Get in touch

Write to ${mailLink(facts)}, or look into the [Help Center](/pages/help) first: most questions have an answer there.
`

export const careers = (facts: SiteFacts) => `
There are no open positions at ${plain(facts.name)} on this page at the moment.

If you would like to work with us, front of house, on stage or behind it, write to ${mailLink(facts)}. Tell us what you do and when you could start; a few lines are enough.
`

export const press = (facts: SiteFacts) => `
For interviews, pictures, press tickets and everything else that you need to write about ${plain(facts.name)}, write to ${mailLink(facts)}.

Please name the event, your publication and your deadline: it helps us to answer in time.

## What is on

All dates are in the [list of events](/), each with its description, place and prices.
`

export const contact = (facts: SiteFacts) => `
Write to ${mailLink(facts)}. It reaches the people of ${plain(facts.name)}.

## About an order

Please tell us the **order number** from your confirmation e-mail, and write from the address you ordered with: so we find your order at once, and know that it is yours.

You can open the order yourself at any time, without waiting for us: see [Manage Orders](/manage-order).

## About an event

Tell us the name of the event and the day. For places that are easy to reach, companions and other needs, write to us before you buy, so that we can say what is possible.

## Never by e-mail

We never ask for your card number. If a message in our name does, do not answer it, and tell us.
`
