import { BRANDS } from '../cards/brands.ts'
import type { CardDetails, IntentRecord } from '../store/records.ts'
import { formatMinor } from '../wire/currencies.ts'

/** How the page looks: as the shop around it, or as the device prefers. */
export type Theme = 'dark' | 'light' | null

/** Asks the buyer to authenticate, or to fail doing so. Works without scripts. */
export function challengePage(
  intent: IntentRecord,
  card: CardDetails | null,
  theme: Theme,
): string {
  const amount = formatMinor(intent.amountMinor, intent.currency)
  const brand = BRANDS.find(({ id }) => id === card?.brand)?.name ?? 'Card'
  return page(
    'Confirm your payment',
    `<p class="lead">Your bank wants to make sure that it is you who is paying.</p>
    <dl>
      <div><dt>Amount</dt><dd>${escapeHtml(amount)}</dd></div>
      <div><dt>Card</dt><dd>${escapeHtml(brand)} ending in ${escapeHtml(card?.last4 ?? '')}</dd></div>
    </dl>
    <form method="post">
      <input type="hidden" name="client_secret" value="${escapeHtml(intent.clientSecret)}">
      <button class="primary" name="result" value="complete">Complete authentication</button>
      <button name="result" value="fail">Fail authentication</button>
    </form>`,
    theme,
  )
}

/** Tells the page around it, if there is one, that the buyer is done. */
export function donePage(intent: IntentRecord, theme: Theme): string {
  const passed = intent.status === 'succeeded' || intent.status === 'processing'
  const title = passed ? 'Payment confirmed' : 'Payment not confirmed'
  const script = '<script src="done.js" defer></script>'
  return page(title, `<p class="lead">You can go back to the shop.</p>${script}`, theme)
}

export function messagePage(title: string, text: string): string {
  return page(title, `<p class="lead">${escapeHtml(text)}</p>`, null)
}

function page(title: string, content: string, theme: Theme): string {
  return `<!doctype html>
<html lang="en"${theme ? ` data-theme="${theme}"` : ''}>
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${escapeHtml(title)} · 3-D Secure test</title>
  <link rel="stylesheet" href="style.css">
</head>
<body>
  <main aria-labelledby="title">
    <p class="mark">3-D Secure test page</p>
    <h1 id="title">${escapeHtml(title)}</h1>
    ${content}
    <p class="note">Test mode. No bank is asked and no money moves.</p>
  </main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
