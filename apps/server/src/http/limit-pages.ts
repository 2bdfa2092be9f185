import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallerLimits } from '../limits/caller-limits.ts'
import { networkOf } from '../limits/network.ts'
import { refuse } from './endpoint.ts'
import { STATUS_OF } from './errors.ts'
import type { Forwarded } from './forwarded.ts'
import { tooManyPagesPage } from './plain-page.ts'

/**
 * Requests that are not counted: those from our own or the provider's machines, and assets, which a
 * first visit loads by the dozen and browsers then cache permanently.
 */
const UNLIMITED = /^\/(healthz|readyz|metrics|api\/stripe\/webhook|(admin\/)?assets\/)/

/** Limits what one network requests from the framework's routes: pages, posters, streams. */
export function limitPages(app: FastifyInstance, limits: CallerLimits, forwarded: Forwarded): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (UNLIMITED.test(request.url)) return done()
    const tried = limits.tryPage(networkOf(forwarded.addressOf(request.raw)))
    if (!tried.refusal) return done()
    for (let index = 0; index < tried.headers.length; index += 2) {
      reply.header(tried.headers[index] ?? '', tried.headers[index + 1])
    }
    if (!isNavigation(request)) return void refuse(reply, tried.refusal)
    const { headers, body } = tooManyPagesPage(Number(reply.getHeader('retry-after')))
    reply.status(STATUS_OF[tried.refusal.code]).headers(headers).send(body)
  })
}

/** Whether a person would read the response: a browser asks for a page, and not for a part of one. */
const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
