import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { refuse } from './endpoint.ts'
import { METRICS_CONTENT_TYPE } from './metrics.ts'
import { NOT_FOUND } from './refusals.ts'

/**
 * /metrics, for a caller that sends METRICS_TOKEN as a bearer token. If no token is set, only this
 * machine may read it, and nobody in production: behind a proxy on the same machine every request
 * seems to be local. Others get a 404.
 */
export function metricsRoute(app: FastifyInstance, context: Context, token: string | null): void {
  const mayRead = (request: FastifyRequest) =>
    token
      ? isSame(request.headers.authorization ?? '', `Bearer ${token}`)
      : !context.isProduction && isLoopback(request.socket.remoteAddress)

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) return refuse(reply, NOT_FOUND.refusal)
    return reply
      .header('content-type', METRICS_CONTENT_TYPE)
      .header('cache-control', 'no-store')
      .send(await context.metrics.render())
  })
}

const isLoopback = (address: string | undefined) => /^(127\.|::1$|::ffff:127\.)/.test(address ?? '')

/** Compares digests, which have equal lengths, so that the time taken reveals nothing. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
