import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Engine } from '../engine.ts'
import { ApiError } from '../wire/errors.ts'
import type { Branch } from '../wire/form.ts'
import { accountOf, authenticate, type Caller, requireSecretKey } from './authenticate.ts'
import type { Endpoint } from './endpoint.ts'
import { presentError, RATE_LIMITED, SERVER_ERROR } from './errors.ts'
import { expand, readExpand } from './expand.ts'
import type { FaultKind } from './faults.ts'
import { formOf } from './form.ts'
import { isKept, type KeyedCall } from './idempotency.ts'

interface Answer {
  status: number
  body: string
  requestId: string
}

/**
 * Answers one API call. It checks the caller, injected faults and repetitions, and then runs the
 * call without awaiting. The answer is stored together with the changes that it reports, so that a
 * repeated call finds both or neither, also after a crash.
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
  const account = accountOf(engine.store, request.headers['stripe-account'], form)
  const { id = '' } = request.params
  const name = `${endpoint.method} ${endpoint.path.replace(':id', id)}`

  const { kind: fault, delayMs = 0 } = faults.take(name) ?? {}
  if (fault === 'error500') return reply.code(500).send(SERVER_ERROR)
  if (fault === 'rateLimit') return reply.code(429).send(RATE_LIMITED)
  if (fault === 'cut' || fault === 'timeout') return abandon(engine, request, reply, fault)

  const keyed = keyedCall(request, { caller, account, endpoint: name, form })
  if (keyed) reply.header('idempotency-key', keyed.key)
  const stored = keyed && idempotency.claim(keyed, engine.now())
  if (stored) reply.header('idempotent-replayed', 'true')
  try {
    if (!stored) await faults.admit(name)
    const call = { id, form, caller, account, keyed, request, fault }
    const answer = stored ?? perform(engine, endpoint, baseUrl, call)
    if (fault === 'cutAfter' || fault === 'timeoutAfter') {
      return abandon(engine, request, reply, fault)
    }
    if (fault === 'slow') await sleep(delayMs, undefined, { ref: false })
    if (keyed) reply.header('original-request', answer.requestId)
    return reply.code(answer.status).type('application/json').send(answer.body)
  } finally {
    if (keyed && !stored) idempotency.release(keyed)
  }
}

interface Performance {
  id: string
  form: Branch
  caller: Caller
  account: string | null
  keyed: KeyedCall | undefined
  request: FastifyRequest
  fault: FaultKind | undefined
}

function perform(
  engine: Engine,
  endpoint: Endpoint,
  baseUrl: string,
  { id, form, caller, account, keyed, request, fault }: Performance,
): Answer {
  const origin = { requestId: request.id, idempotencyKey: keyed?.key ?? null }
  return engine.run({ origin, baseUrl, account }, (work) => {
    let error: ApiError | undefined
    let body: object = SERVER_ERROR
    try {
      if (fault !== 'error500Kept') {
        const paths = readExpand(form.expand)
        body = expand(work.store, endpoint.run(work, { id, form, caller }), paths)
      }
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      error = thrown
      body = presentError(work.store, error, caller)
    }
    const failing = fault === 'error500Kept' || fault === 'error500After'
    const answer = {
      status: failing ? 500 : (error?.status ?? 200),
      body: JSON.stringify(failing ? SERVER_ERROR : body),
      requestId: request.id,
    }
    if (keyed && isKept(error)) engine.idempotency.keep(keyed, answer, work.now)
    return answer
  })
}

function keyedCall(request: FastifyRequest, call: Omit<KeyedCall, 'key'>): KeyedCall | undefined {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || typeof key !== 'string' || key === '') return undefined
  return { ...call, key }
}

/** Leaves the client without an answer: the connection is closed, or stays open and silent. */
function abandon(
  { faults }: Engine,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: 'cut' | 'timeout' | 'cutAfter' | 'timeoutAfter',
): FastifyReply {
  reply.hijack()
  if (fault === 'cut' || fault === 'cutAfter') request.raw.socket.destroy()
  else faults.hang(request.raw.socket)
  return reply
}
