import type { FastifyInstance } from 'fastify'
import type { CallerLimits } from '../limits/caller-limits.ts'
import { networkOf } from '../limits/network.ts'
import { refuse } from './endpoint.ts'
import type { Forwarded } from './forwarded.ts'

/**
 * Not counted: requests from our own or the provider's machines, and assets, which a first visit
 * loads by the dozen and browsers then cache for good.
 */
const UNLIMITED = /^\/(healthz|readyz|metrics|api\/stripe\/webhook|assets\/)/

/** Limits what one network requests from the framework's routes: pages, posters, streams. */
export function limitPages(app: FastifyInstance, limits: CallerLimits, forwarded: Forwarded): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (UNLIMITED.test(request.url)) return done()
    const tried = limits.tryPage(networkOf(forwarded.addressOf(request.raw)))
    if (!tried.refusal) return done()
    for (let index = 0; index < tried.headers.length; index += 2) {
      reply.header(tried.headers[index] ?? '', tried.headers[index + 1])
    }
    refuse(reply, tried.refusal)
  })
}
