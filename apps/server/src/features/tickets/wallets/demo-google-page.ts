import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { isLocalName } from '../../../env-production.ts'
import { type Html, html } from '../../../html.ts'

/**
 * A stand-in for the page of Google Wallet to which a link to save passes leads. It shows what the link
 * carries, and sends nothing to Google. Only the demo has it, never production.
 */
export function demoGooglePage(app: FastifyInstance, context: Context): void {
  if (!context.wallets.google?.isDemo || context.isProduction) return
  app.get<{ Querystring: { pass?: unknown } }>('/dev/google-wallet', (request, reply) => {
    if (!isLocalName(request.hostname)) return reply.callNotFound()
    const { pass } = request.query
    const passes = passesIn(typeof pass === 'string' ? pass : '')
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'self'")
      .type('text/html')
      .send(page(passes))
  })
}

interface ShownPass {
  event: string
  type: string
  code: string
}

/** The passes of a link; what is missing in it is shown as nothing. */
function passesIn(token: string): ShownPass[] {
  const payload = at(parsed(token.split('.')[1] ?? ''), 'payload')
  const classes = listOf(at(payload, 'eventTicketClasses'))
  return listOf(at(payload, 'eventTicketObjects')).map((pass) => {
    const ofClass = classes.find((each) => at(each, 'id') === at(pass, 'classId'))
    return {
      event: textIn(ofClass, 'eventName'),
      type: textIn(pass, 'ticketType'),
      code: String(at(pass, 'ticketNumber') ?? ''),
    }
  })
}

const at = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textIn = (value: unknown, name: string): string =>
  String(at(at(at(value, name), 'defaultValue'), 'value') ?? '')

function parsed(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}

const page = (passes: readonly ShownPass[]): string =>
  `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>Google Wallet (stand-in)</title><link rel="stylesheet" href="mailbox.css"></head>
      <body><main><h1>Google Wallet (stand-in)</h1>
      <p>Demo pass: not signed by an account of Google. Nothing was sent to Google, and no phone has it.</p>
      ${passes.length === 0 ? html`<p>The link has no passes.</p>` : html`<ul>${passes.map(row)}</ul>`}
      </main></body></html>`.markup
  }`

const row = ({ event, type, code }: ShownPass): Html =>
  html`<li><strong>${event}</strong>, ${type}, code ${code}</li>`
