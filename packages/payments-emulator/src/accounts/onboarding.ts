import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Engine } from '../engine.ts'
import { formOf } from '../http/form.ts'
import type { AccountLinkRecord } from '../store/records.ts'
import { page } from '../three-ds/pages.ts'
import { concludeOnboarding, ONBOARDING_OUTCOMES, type OnboardingOutcome } from './account.ts'

type PageRequest = FastifyRequest<{ Params: { linkId: string } }>

const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'"
const MARK = 'Onboarding test page'

const CHOICES: Record<OnboardingOutcome, string> = {
  complete: 'Complete: the account charges and pays out',
  wanted: 'Leave out a document: something is still wanted',
  refused: 'Be refused',
}

/**
 * Serves the page on which an account answers what Stripe asks. A link opens once: used or ended, it
 * leads back to its refresh address, as at Stripe.
 */
export function registerOnboarding(app: FastifyInstance, engine: Engine): void {
  const openLink = (request: PageRequest): AccountLinkRecord | undefined => {
    const link = engine.store.accountLinks.get(request.params.linkId)
    return link && !link.isUsed && link.expiresAt > engine.now() ? link : undefined
  }
  const leadBack = (request: PageRequest, reply: FastifyReply) => {
    const link = engine.store.accountLinks.get(request.params.linkId)
    if (link) return reply.redirect(link.refreshUrl, 303)
    return sendPage(reply.code(404), page('No such link', '', null, MARK))
  }

  app.get('/onboarding/:linkId', (request: PageRequest, reply) => {
    const link = openLink(request)
    if (!link) return leadBack(request, reply)
    const buttons = ONBOARDING_OUTCOMES.map(
      (outcome) =>
        `<button${outcome === 'complete' ? ' class="primary"' : ''} name="outcome" value="${outcome}">${CHOICES[outcome]}</button>`,
    )
    return sendPage(
      reply,
      page(
        'Connect your account',
        `<p class="lead">Here the payment provider asks who you are and where your money goes. Choose how that ends.</p>
    <form method="post">${buttons.join('\n')}
      <button name="outcome" value="leave">Go back without answering</button></form>`,
        null,
        MARK,
      ),
    )
  })

  app.post('/onboarding/:linkId', (request: PageRequest, reply) => {
    const link = openLink(request)
    if (!link) return leadBack(request, reply)
    const sent = formOf(request).outcome
    const outcome = ONBOARDING_OUTCOMES.find((known) => known === sent)
    engine.run({ account: link.accountId }, (work) => {
      work.store.accountLinks.save({ ...link, isUsed: true })
      if (outcome) concludeOnboarding(work, link.accountId, outcome)
    })
    return reply.redirect(link.returnUrl, 303)
  })
}

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html)
