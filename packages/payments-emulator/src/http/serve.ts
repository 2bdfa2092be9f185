import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Engine } from '../engine.ts'
import { ApiError } from '../wire/errors.ts'
import type { Branch } from '../wire/form.ts'
import { authenticate, type Caller, requireSecretKey } from './authenticate.ts'
import type { Endpoint } from './endpoint.ts'
import { presentError, RATE_LIMITED, SERVER_ERROR } from './errors.ts'
import { expand, readExpand } from './expand.ts'
import { formOf } from './form.ts'
import { isKept, type KeyedCall } from './idempotency.ts'

interface Answer {
  status: number
  body: string
  requestId: string
}

/**
 * Answers one API call: who is it, does a fault strike, is it a repetition, and only then does the
 * work, in one go. The answer is stored with the changes that it tells of, so that a repetition
 * finds both or neither, a crash included.
 */
export async function serve(
  engine: Engine,
  endpoint: Endpoint,
  baseUrl: string,
  request: FastifyRequest<{ Params: { id?: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { faults, idempotency } = engine
  const form = formOf(request)
  const caller = authenticate(request.headers.authorization, form.key, engine.keys)
  if (endpoint.access === 'secret') requireSecretKey(caller)
  const { id = '' } = request.params
  const name = `${endpoint.method} ${endpoint.path.replace(':id', id)}`

  const fault = faults.take(name)
  if (fault === 'error500') return reply.code(500).send(SERVER_ERROR)
  if (fault === 'rateLimit') return reply.code(429).send(RATE_LIMITED)
  if (fault === 'cut' || fault === 'timeout') return abandon(engine, request, reply, fault)

  const keyed = keyedCall(request, caller, name, form)
  if (keyed) {
    reply.header('idempotency-key', keyed.key)
    const stored = idempotency.claim(keyed, engine.now())
    if (stored) return replay(reply, stored)
  }
  try {
    await faults.admit(name)
    const answer = perform(engine, endpoint, baseUrl, { id, form, caller, keyed, request })
    if (fault === 'timeoutAfter') return abandon(engine, request, reply, fault)
    if (keyed) reply.header('original-request', answer.requestId)
    return reply.code(answer.status).type('application/json').send(answer.body)
  } finally {
    if (keyed) idempotency.release(keyed)
  }
}

interface Performance {
  id: string
  form: Branch
  caller: Caller
  keyed: KeyedCall | undefined
  request: FastifyRequest
}

function perform(
  engine: Engine,
  endpoint: Endpoint,
  baseUrl: string,
  { id, form, caller, keyed, request }: Performance,
): Answer {
  const origin = { requestId: request.id, idempotencyKey: keyed?.key ?? null }
  return engine.run(origin, baseUrl, (work) => {
    let error: ApiError | undefined
    let body: object
    try {
      const paths = readExpand(form.expand)
      body = expand(work.store, endpoint.run(work, { id, form, caller }), paths)
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      error = thrown
      body = presentError(work.store, error, caller)
    }
    const answer = {
      status: error?.status ?? 200,
      body: JSON.stringify(body),
      requestId: request.id,
    }
    if (keyed && isKept(error)) engine.idempotency.keep(keyed, answer, work.now)
    return answer
  })
}

function keyedCall(
  request: FastifyRequest,
  caller: Caller,
  endpoint: string,
  form: Branch,
): KeyedCall | undefined {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || typeof key !== 'string' || key === '') return undefined
  return { key, caller, endpoint, form }
}

function replay(reply: FastifyReply, stored: Answer): FastifyReply {
  return reply
    .code(stored.status)
    .header('idempotent-replayed', 'true')
    .header('original-request', stored.requestId)
    .type('application/json')
    .send(stored.body)
}

/** Leaves the client without an answer: the connection is closed, or stays open and silent. */
function abandon(
  { faults }: Engine,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: 'cut' | 'timeout' | 'timeoutAfter',
): FastifyReply {
  reply.hijack()
  if (fault === 'cut') request.raw.socket.destroy()
  else faults.hang(request.raw.socket)
  return reply
}
