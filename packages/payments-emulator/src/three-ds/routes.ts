import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Engine } from '../engine.ts'
import { sameText } from '../http/authenticate.ts'
import { formOf } from '../http/form.ts'
import { authenticate } from '../intents/authenticate.ts'
import { mayDo } from '../intents/states.ts'
import type { IntentRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { IntentStatus } from '../wire/shapes.ts'
import { challengePage, donePage, messagePage, type Theme } from './pages.ts'

type PageRequest = FastifyRequest<{ Params: { intentId: string } }>

/** No inline code, nothing from elsewhere. Framing is allowed: shops show the page in a dialog. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'"

/** Serves the page of the emulated bank. */
export function registerThreeDSecure(app: FastifyInstance, engine: Engine): void {
  app.get('/3ds/:intentId', (request: PageRequest, reply) => {
    const found = intentFor(engine, request)
    if (!found) return sendUnknown(reply)
    const { intent, store } = found
    if (!mayDo('authenticate', intent)) return sendPage(reply, donePage(intent, themeOf(request)))
    const method = intent.methodId === null ? undefined : store.methods.get(intent.methodId)
    return sendPage(reply, challengePage(intent, method, themeOf(request)))
  })

  app.post('/3ds/:intentId', (request: PageRequest, reply) => {
    const found = intentFor(engine, request)
    if (!found) return sendUnknown(reply)
    const { intent: before, store } = found
    const passed = formOf(request).result === 'complete'
    const origin = { requestId: request.id, idempotencyKey: null }
    const intent = engine.run({ origin, account: store.account }, (work) =>
      authenticate(work, before, passed),
    )
    if (before.nextAction?.type !== 'redirect_to_url' || intent.returnUrl === null) {
      return sendPage(reply, donePage(intent, themeOf(request)))
    }
    return reply.redirect(returnAddress(intent, intent.returnUrl), 303)
  })
}

/** Finds the intent, on whichever account. Only its buyer has the client secret. */
function intentFor(
  engine: Engine,
  request: PageRequest,
): { intent: IntentRecord; store: Store } | undefined {
  const { client_secret: secret } = formOf(request)
  for (const store of engine.store.all()) {
    const intent = store.intents.get(request.params.intentId)
    if (!intent) continue
    const isBuyer = typeof secret === 'string' && sameText(secret, intent.clientSecret)
    return isBuyer ? { intent, store } : undefined
  }
  return undefined
}

/** Reads the theme from the address, where it remains after the form was sent. */
function themeOf(request: PageRequest): Theme {
  const theme = new URLSearchParams(request.url.split('?')[1]).get('theme')
  return theme === 'dark' || theme === 'light' ? theme : null
}

/** The parameter `redirect_status` by the status of the intent; any other status is 'failed'. */
const REDIRECT_STATUS: Partial<Record<IntentStatus, string>> = {
  succeeded: 'succeeded',
  processing: 'pending',
}

/** Where a redirected buyer goes back to, with the parameters that Stripe adds. */
function returnAddress(intent: IntentRecord, returnUrl: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.clientSecret)
  url.searchParams.set('redirect_status', REDIRECT_STATUS[intent.status] ?? 'failed')
  return url.href
}

function sendUnknown(reply: FastifyReply): FastifyReply {
  const text =
    'This link is not, or no longer, part of a payment. Go back to the shop and try again.'
  return sendPage(reply.code(404), messagePage('Nothing to authenticate', text))
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return (
    reply
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      // The address holds the client secret.
      .header('referrer-policy', 'no-referrer')
      .removeHeader('x-frame-options')
      .type('text/html; charset=utf-8')
      .send(html)
  )
}
