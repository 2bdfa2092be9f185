import { createHash } from 'node:crypto'
import { Html, html } from '../html.ts'

// Without colours of a tenant: these pages are also shown where no tenant is known.
const STYLE = `
:root{color-scheme:dark light;background:#14121b;color:#f4f2f8;font:1.0625rem/1.6 system-ui,sans-serif}
body{max-width:34rem;margin:18vh auto 0;padding:0 1.5rem}
h1{font-size:clamp(2rem,7vw,3.25rem);line-height:1.05;letter-spacing:-.02em;margin:0 0 1.25rem}
p{margin:0 0 1rem;color:#b5b0c2}
a{display:inline-block;padding:.75rem 0;color:inherit;font-weight:600}
@media(prefers-color-scheme:light){:root{background:#f7f5f0;color:#1d1a26}p{color:#57525f}}`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none';style-src 'sha256-${styleHash}';frame-ancestors 'none'`,
} as const

/** Headers and body of a page that is sent instead of the tenant's own: no script, no picture. */
function plainPage(title: string, content: Html) {
  const page = html`<html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title><style>${new Html(STYLE)}</style></head>
    <body><main><h1>${title}</h1>${content}</main></body></html>`
  return { headers: HEADERS, body: `<!doctype html>${page.markup}` }
}

/** The page for an address without a tenant; it names no tenant. */
export const unknownTenantPage = plainPage(
  '404 Page Not Found',
  html`<p>Nobody sells tickets at this address. Please check its spelling.</p>`,
)

/** The page for a shop whose cell is away, or that is being moved to another one. */
export const shopAwayPage = plainPage(
  'One moment, please',
  html`<p>This shop cannot be reached just now. Tickets that you have reserved stay reserved until their
    time ends, and a payment that you have made is not lost.</p>
    <a href="">Try again</a>`,
)

/** The page for a network that has opened too many; `seconds` is how long it has to wait. */
export function tooManyPagesPage(seconds: number) {
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`
  return plainPage(
    'One moment, please',
    html`<p>Too many pages were opened from your network in the last minute. People who share a
    network, such as an office or a mobile operator, count together.</p>
    <p>Please try again in ${wait}. Tickets that you have reserved stay reserved until their time
    ends, and a payment that you have made is not lost.</p>
    <a href="">Try again</a>`,
  )
}
