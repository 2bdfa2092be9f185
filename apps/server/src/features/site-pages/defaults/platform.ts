import { SITE_PAGE_NAMES } from '@foyer/domain'
import { mailLink, type SiteFacts } from './facts.ts'
import { NO_TRACKING, RIGHTS } from './shared-texts.ts'

/** An installation without a default tenant has no address for questions. */
const contactOf = (facts: SiteFacts): string =>
  facts.supportEmail === '' ? 'the people who run this installation' : mailLink(facts)

const privacy = (facts: SiteFacts) => `
This page is about the pages of Foyer itself: what the product is, its documentation and its status. Who buys a ticket buys it in the shop of an organizer. There the organizer is responsible for your data, and the **Privacy Policy** at the foot of the shop says what is stored.

## While you read here

Nothing is stored about you. No account, no cookie and no form is needed to read these pages: ${NO_TRACKING}

## In your browser

These stay on your device, and you can delete them in its settings:

- **foyer-theme**: the theme that you chose.
- **foyer-faces** and **foyer-scroll**: that this tab has our typefaces, and how far down you had read, until you close the tab.
- **foyer-browser-id**: a random name of this browser, by which a request can be found in the server's log when you report a fault. It opens nothing.

## When you write to us

We keep your message and your address as long as we need them to answer. We send no newsletter.

## For organizers

Foyer stores what organizers publish: names, texts, pictures, an address for questions. The data of your buyers is yours. Foyer processes it for you, so that tickets can be sold, delivered, changed and refunded, and for nothing else. What is stored, where and for how long, and how one buyer is erased, is written down column by column in the [documentation](/documentation/privacy).

Payments are made at the payment provider (Stripe): card numbers go from the buyer's browser straight to it and never reach Foyer.

## What the status page measures

Whether the server answers, how long its answers take, and whether the books agree. It counts answers, not people, and names neither buyers nor organizers.

## Your rights

${RIGHTS} Write to ${contactOf(facts)}.
`

const terms = (facts: SiteFacts) => `
These terms are about the pages of Foyer itself and about the software. Who buys a ticket makes a contract with the organizer of the event: the **Terms of Service** at the foot of the shop apply there.

## What Foyer is

Software that sells tickets for dated and timed events: a shop for each organizer, carts that are held, card payments, and tickets with codes. An organizer is the seller of its tickets; Foyer is not.

## The software

Foyer's source code is published under the MIT License. You may use, change and pass it on under the conditions of that license, which also says that it comes without warranty.

## This installation

Somebody runs Foyer at this address. Who sells tickets here agrees with them on what that costs and what it includes. These pages promise no share of time in which the service answers, and no response time: the [status page](/status) shows what has been measured.

## What these pages say

The [documentation](/documentation) describes what the software does. Examples, sample quotes and demonstrations are marked as such. Should a text and the software disagree, tell us: that is a fault, and we mend it.

## For organizers

- You decide what is sold, at which price and under which rules, and you answer to your buyers for it.
- Do not sell what you may not sell, and do not publish pictures or texts that belong to others.
- Payments are settled through the payment provider under its own terms.
- Your buyers' data is yours, and is processed for you alone: see [Privacy Policy](/privacy).

## Please do not

Try to buy with payment data that is not yours, to overload the service, or to open orders that are not yours. The server limits what one caller may do. If you find a weakness, please report it: [Security](/documentation/security) says what is protected and how.

## If something goes wrong

Write to ${contactOf(facts)}. Rights that the law gives you stay as they are.
`

const BODIES = { privacy, terms } as const
type PlatformPage = keyof typeof BODIES

export const isPlatformPage = (slug: string): slug is PlatformPage => Object.hasOwn(BODIES, slug)

/** A text of the platform; it must be true of every installation, so it promises nothing. */
export const platformPage = (slug: PlatformPage, facts: SiteFacts) => ({
  title: SITE_PAGE_NAMES[slug],
  body: BODIES[slug](facts),
})
