import { BRANDS } from '../cards/brands.ts'
import type { IntentRecord, MethodRecord } from '../store/records.ts'
import { formatMinor } from '../wire/currencies.ts'

const MARK = '3-D Secure test page'

/** The theme of the page: that of the shop around it; null follows the device. */
export type Theme = 'dark' | 'light' | null

/** Asks the buyer to authenticate, or to fail doing so. Works without scripts. */
export function challengePage(
  intent: IntentRecord,
  method: MethodRecord | undefined,
  theme: Theme,
): string {
  const amount = formatMinor(intent.amountMinor, intent.currency)
  const { mark, lead, label, name, complete, fail } = wordsFor(method)
  return page(
    'Confirm your payment',
    `<p class="lead">${lead}</p>
    <dl>
      <div><dt>Amount</dt><dd>${escapeHtml(amount)}</dd></div>
      <div><dt>${label}</dt><dd>${escapeHtml(name)}</dd></div>
    </dl>
    <form method="post">
      <input type="hidden" name="client_secret" value="${escapeHtml(intent.clientSecret)}">
      <button class="primary" name="result" value="complete">${complete}</button>
      <button name="result" value="fail">${fail}</button>
    </form>`,
    theme,
    mark,
  )
}

function wordsFor(method: MethodRecord | undefined) {
  const { card = null, type } = method ?? {}
  if (!card) {
    const name = type === 'ideal' ? 'iDEAL' : 'Amazon Pay'
    return {
      mark: `${name} test page`,
      lead: `You are paying with ${name}.`,
      label: 'Pay with',
      name,
      complete: 'Authorize test payment',
      fail: 'Fail test payment',
    }
  }
  const brand = BRANDS.find(({ id }) => id === card.brand)?.name ?? 'Card'
  return {
    mark: MARK,
    lead: 'Your bank wants to make sure that it is you who is paying.',
    label: 'Card',
    name: `${brand} ending in ${card.last4}`,
    complete: 'Complete authentication',
    fail: 'Fail authentication',
  }
}

/** Reports to the surrounding page, if there is one, that the buyer has answered. */
export function donePage(intent: IntentRecord, theme: Theme): string {
  const passed = intent.status === 'succeeded' || intent.status === 'processing'
  const title = passed ? 'Payment confirmed' : 'Payment not confirmed'
  const script = '<script src="done.js" defer></script>'
  return page(title, `<p class="lead">You can go back to the shop.</p>${script}`, theme)
}

export function messagePage(title: string, text: string): string {
  return page(title, `<p class="lead">${escapeHtml(text)}</p>`, null)
}

export function page(title: string, content: string, theme: Theme, mark = MARK): string {
  return `<!doctype html>
<html lang="en"${theme ? ` data-theme="${theme}"` : ''}>
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${escapeHtml(title)} · ${escapeHtml(mark)}</title>
  <link rel="stylesheet" href="style.css">
</head>
<body>
  <main aria-labelledby="title">
    <p class="mark">${escapeHtml(mark)}</p>
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
