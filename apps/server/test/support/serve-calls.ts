import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Endpoint, Limits } from '@foyer/contract'
import { rawRequest } from '@foyer/testkit'
import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { BOUNDS, type Bounds } from '../../src/bounds.ts'
import type { Tenant } from '../../src/context.ts'
import { type CallRoute, createCalls } from '../../src/http/calls.ts'
import { createForwarded } from '../../src/http/forwarded.ts'
import { createShedding } from '../../src/http/load-shedding.ts'
import { createMetrics } from '../../src/http/metrics.ts'
import { createCallerLimits } from '../../src/limits/caller-limits.ts'

/** An empty object, because no call here reads the tenant. */
const TENANT: Tenant = Object.create(null)

interface Ways {
  bounds?: Partial<Bounds>
  /** Headers of every answer. */
  headers?: Record<string, string>
  /** Whether a URL belongs to no tenant. */
  isUnknownTenant?: (url: string) => boolean
  hasProxy?: boolean
  log?: FastifyBaseLogger
}

/** Serves calls only, with endpoints that answer 'answered'. */
export async function serveCalls(ways: Ways = {}) {
  const metrics = createMetrics()
  const bounds = { ...BOUNDS, ...ways.bounds }
  const shedding = createShedding(metrics, bounds)
  const callerLimits = createCallerLimits({
    bounds,
    factor: () => bounds.limitFactor,
    hash: (caller) => caller,
    shared: { add: () => {} },
    onRefused: metrics.limited,
  })
  const calls = createCalls({
    resolver: {
      rewriteUrl: ({ url = '/' }) => url,
      resolve: ({ url = '/' }) =>
        ways.isUnknownTenant?.(url) ? null : { tenant: TENANT, base: '', isOnMainHost: true },
    },
    forwarded: createForwarded({ trustedProxies: ways.hasProxy ? 1 : 0, isHttps: false }),
    shedding,
    headersOf: () => Object.entries(ways.headers ?? {}).flat(),
    onAnswered: metrics.answers.add,
    trace: null,
    log: ways.log ?? pino({ level: 'silent' }),
  })
  const server = createServer((request, response) => {
    if (!calls.answer(request, response)) response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    calls,
    callerLimits,
    metrics,
    tenant: TENANT,
    port,
    add(
      endpoint: Endpoint,
      before: (...of: Parameters<CallRoute['answer']>) => Promise<void> = async () => {},
      { limits, isGuess }: { limits?: Limits; isGuess?: CallRoute['isGuess'] } = {},
    ) {
      calls.add({
        endpoint,
        limits: callerLimits.of({ ...endpoint, limits: limits ?? endpoint.limits }),
        ...(isGuess ? { isGuess } : {}),
        async answer(...of) {
          await before(...of)
          return { status: 200, headers: ['content-type', 'text/plain'], body: 'answered' }
        },
      })
    },
    send: (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
      rawRequest(`http://127.0.0.1:${port}`, {
        method,
        path,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      }),
    async close() {
      shedding.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
