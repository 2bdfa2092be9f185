import { createHash } from 'node:crypto'
import { Html, html } from '../html.ts'

// Without colours of a tenant: the page belongs to none.
const STYLE = `
:root{color-scheme:dark light;background:#14121b;color:#f4f2f8;font:1.0625rem/1.6 system-ui,sans-serif}
body{max-width:34rem;margin:18vh auto 0;padding:0 1.5rem}
h1{font-size:clamp(2rem,7vw,3.25rem);line-height:1.05;letter-spacing:-.02em;margin:0 0 1.25rem}
p{margin:0;color:#b5b0c2}
@media(prefers-color-scheme:light){:root{background:#f7f5f0;color:#1d1a26}p{color:#57525f}}`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/** The page for an address without a tenant; it names no tenant. */
export const unknownTenantPage = {
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none';style-src 'sha256-${styleHash}';frame-ancestors 'none'`,
  },
  body: `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="robots" content="noindex">
    <title>404 Page Not Found</title><style>${new Html(STYLE)}</style></head>
    <body><main><h1>404 Page Not Found</h1>
    <p>Nobody sells tickets at this address. Please check its spelling.</p></main></body></html>`
      .markup
  }`,
} as const
