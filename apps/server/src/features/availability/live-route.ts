import type { Socket } from 'node:net'
import { liveAvailability, type Refusal, refused } from '@foyer/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { selectPublishedEvent } from '../../engine/offers/offers.ts'
import { EVENT_NOT_FOUND } from '../../engine/refusals.ts'
import { refuse } from '../../http/endpoint.ts'
import type { Forwarded } from '../../http/forwarded.ts'
import { parsePart } from '../../http/validation.ts'
import { networkOf } from '../../limits/network.ts'
import { createLiveStreams } from './live-streams.ts'

/** How often the browser polls if no stream can be opened. */
const RETRY_SECONDS = 60
const FULL = refused('busy', 'Too many people are watching. Please ask again from time to time.')
/** How long an EventSource waits before it reconnects. */
const GREETING = 'retry: 3000\n\n'

/**
 * The response has no length and no chunks, so that a message has the same bytes for every client.
 */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'close',
  'x-accel-buffering': 'no',
}

/** Live availability as server-sent events. Anyone may call it, for a published event. */
export function liveRoute(
  app: FastifyInstance,
  context: Context,
  { maxStreams, forwarded }: { maxStreams: number; forwarded: Forwarded },
): void {
  const streams = createLiveStreams(context, maxStreams)
  app.addHook('preClose', (done) => {
    streams.close()
    done()
  })

  const count = context.metrics.callCounter(`GET ${liveAvailability.path}`)
  const turnAway = (reply: FastifyReply, refusal: Refusal) => {
    count(refusal.code)
    return refuse(reply, refusal)
  }

  app.route({
    method: 'GET',
    url: liveAvailability.path,
    // A HEAD request would wait for the end of a response that never ends.
    exposeHeadRoute: false,
    async handler(request, reply) {
      const params = parsePart('params', liveAvailability.params, request.params)
      if (!params.ok) return turnAway(reply, params.refusal)
      const query = parsePart('query', liveAvailability.query, request.query)
      if (!query.ok) return turnAway(reply, query.refusal)
      const { id: tenantId } = request.tenant
      const { eventId } = params.value
      const event = await context.db.withTenant(tenantId, (tx) => selectPublishedEvent(tx, eventId))
      if (!event) return turnAway(reply, EVENT_NOT_FOUND.refusal)
      if (streams.isFull()) {
        return turnAway(reply.header('retry-after', RETRY_SECONDS), FULL.refusal)
      }
      // The client disconnected during the reads above; its close event will not come again.
      if (request.socket.destroyed) return reply.hijack()
      const network = networkOf(forwarded.addressOf(request.raw))
      if (!context.limits.streams.begin(network)) {
        return turnAway(reply.header('retry-after', RETRY_SECONDS), FULL.refusal)
      }
      request.socket.once('close', () => context.limits.streams.end(network))
      const since = sinceOf(request.headers['last-event-id'] ?? query.value.since)
      count('ok')
      const socket = takeSocket(request, reply)
      const head = { ...reply.getHeaders(), ...STREAM_HEADERS }
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n${GREETING}`)
      streams.add(tenantId, eventId, socket, since)
    },
  })
}

/**
 * Takes the bare connection from request and reply. For Node and Fastify the exchange is then
 * finished, so none of its objects stays in memory while the stream lasts (19 kB per stream instead
 * of 26).
 */
function takeSocket(request: FastifyRequest, reply: FastifyReply): Socket {
  const { socket } = request
  reply.hijack()
  reply.raw.emit('finish')
  // Removes the timeout that Node gives a connection without a request.
  socket.setTimeout(0)
  return socket
}

/** The header may have any value; one that is no version counts as missing. */
const sinceOf = (text: string | string[] | undefined): number | null =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null
