import { html } from '../html.ts'

/** Shown where no tenant answers to the address; it names no other tenant. */
export const unknownTenantPage = (): string =>
  `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>404 Page Not Found</title></head>
    <body><main><h1>404 Page Not Found</h1>
    <p>Nobody sells tickets at this address. Please check the spelling.</p></main></body></html>`
      .markup
  }`
