import { mailLink, plain, type SiteFacts } from './facts.ts'
import { NO_TRACKING, RIGHTS } from './shared-texts.ts'

export const privacy = (facts: SiteFacts) => `
${plain(facts.name)} is responsible for your data here. Ask us anything about it at ${mailLink(facts)}.

## While you look around

Nothing. You can look at all events without telling us who you are: ${NO_TRACKING}

## When you reserve tickets

Your browser gets a random number in a cookie, so that your cart is yours alone: see [Cookie Policy](/pages/cookies). We keep what the cart contains and when it ends.

## When you pay

- **Name, e-mail address, telephone number and billing address**: for the order, the tickets, questions about them, and the check of your card.
- **What you bought**, what it cost, and every change to it.
- **The payment's number** at the payment provider, and whether it succeeded. Card numbers go from your browser straight to the provider (Stripe); they never reach us.
- **The e-mails** we sent you about the order, and whether your mail server took them.

What you typed for a cart that was never paid is deleted within about a day after the cart ended.

## On your ticket

A ticket's code holds the numbers of the ticket and its session, and neither your name nor your address. Who came is not recorded here.

## Who else sees it

The payment provider, to make the payment and to prevent fraud; the provider who delivers our e-mails; nobody else. The map of a venue comes from OpenStreetMap, which sees your network address once you press 'Show the map', and nothing before. We do not sell data, and we send no newsletters to this address.

## How long

Orders keep your name and addresses for as long as the law wants bookkeeping to be kept, and no longer; free orders keep no billing address at all. E-mails to you are deleted after 90 days. The link in an e-mail opens its order until some time after the visit. Ask us and we delete what we need not keep.

## Your rights

${RIGHTS} A message to ${mailLink(facts)} is enough; please write from the address you ordered with.
`
