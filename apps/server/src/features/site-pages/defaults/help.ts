import { HOLD_SECONDS } from '@foyer/domain'
import { mailLink, plain, type SiteFacts } from './facts.ts'

export const help = (facts: SiteFacts) => `
Answers to what people ask us most. Something missing? Write to ${mailLink(facts)}.

## Buying

### Do I need an account?

No. You give your name, e-mail address, telephone number and billing address once, when you pay.

### Are fees added at the end?

No. Every price shows with its fees from the list of events on. The review before payment says what each part is.

### How long are my tickets held?

For ${HOLD_SECONDS / 60} minutes from the moment you reserve them. The checkout shows how much is left. A payment that was started in time is finished even if the clock runs out while your bank checks it.

### The time ran out. What now?

Nothing was charged. Your choice is still there, and one click reserves the tickets again if they are still free.

### It says sold out. Is there a chance?

Look again a little later: tickets that others reserved and did not pay come back by themselves. Where a day or a time is gone, the nearest ones with room are offered instead.

## Paying

### How can I pay?

By card, and with the other methods that the checkout shows you. Card data goes straight to the payment provider; we never see it.

### My card was declined

The checkout says what your bank told us. Your tickets stay reserved and what you typed is kept: correct the data or take another card.

### I pressed pay and the page went away

You are not charged twice. If your bank let the payment through, the order is made even without your browser, and the confirmation comes by e-mail. If it did not, nothing was charged. Should a payment arrive after the tickets are gone, it is given back in full by itself, and an e-mail tells you so.

## Your tickets

### Where are my tickets?

On the page that opens after payment, and behind the link in your confirmation e-mail. You can show them on your phone, save them as a PDF, or print them, one a page.

### The e-mail did not come

Look into the spam folder first. In the browser you bought with, the confirmation page tells whether the e-mail was sent and can send it again. If the address had a mistake in it, write to ${mailLink(facts)}.

### What do I need at the door?

The ticket's code, on a screen or on paper. Each ticket has a code of its own, so please do not post it anywhere.

### My plans changed

See [Refunds](/pages/refunds) for what can be given back or moved, or write to ${mailLink(facts)} with your order number. Please do so before the event begins.

### Which time zone are the times in?

Always that of the venue, which is named beside them.

## This site

### Is it made for screen readers and keyboards?

Yes: all of it works with a keyboard alone, with a screen reader, and at four times the usual size. If something at ${plain(facts.name)} does not work for you, we want to know: ${mailLink(facts)}.

### Dark or light?

The site begins dark. The button at the top changes that, and your browser remembers it.
`
