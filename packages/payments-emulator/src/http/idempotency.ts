import { createHash } from 'node:crypto'
import type { AnswerRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { ApiError, invalidRequest } from '../wire/errors.ts'
import type { Branch, FormNode } from '../wire/form.ts'
import type { Caller } from './authenticate.ts'

const KEPT_SECONDS = 24 * 60 * 60
const MAX_KEY_LENGTH = 255

/** A call that is protected by an idempotency key. */
export interface KeyedCall {
  key: string
  caller: Caller
  account: string | null
  /** `METHOD /path`. */
  endpoint: string
  form: Branch
}

/**
 * Stripe's idempotency, https://docs.stripe.com/api/idempotent_requests: the first answer under a
 * key is the answer for 24 hours, also if it is an error, unless the call was refused before it began.
 */
export class IdempotencyKeys {
  readonly #store: Store
  readonly #inFlight = new Set<string>()

  constructor(store: Store) {
    this.#store = store
  }

  /**
   * Claims a key for the duration of a call; `release` gives it back.
   *
   * @returns the stored answer when there is one; then nothing is claimed.
   * @throws ApiError 400 `idempotency_error` when the key belongs to another call, 409
   * `idempotency_key_in_use` while that call is still under way.
   */
  claim(call: KeyedCall, now: number): AnswerRecord | undefined {
    if (call.key.length > MAX_KEY_LENGTH) {
      throw invalidRequest(
        `Idempotency keys must be at most ${MAX_KEY_LENGTH} characters long, but the key provided is ${call.key.length} characters long.`,
      )
    }
    const id = idOf(call)
    if (this.#inFlight.has(id)) throw inUse(call.key)
    const answer = this.#store.answers.get(id)
    if (!answer || answer.created + KEPT_SECONDS <= now) {
      this.#inFlight.add(id)
      return undefined
    }
    if (answer.endpoint !== call.endpoint) throw otherEndpoint(call, answer)
    if (answer.fingerprint !== fingerprint(call.form)) throw otherParameters(call.key)
    return answer
  }

  /** Stores the answer of a claimed call, and forgets answers that are too old. */
  keep(call: KeyedCall, answer: Pick<AnswerRecord, 'status' | 'body' | 'requestId'>, now: number) {
    for (const { id, created } of this.#store.answers.oldestFirst()) {
      if (created + KEPT_SECONDS > now) break
      this.#store.answers.remove(id)
    }
    const { endpoint, form } = call
    const record = { id: idOf(call), created: now, endpoint, fingerprint: fingerprint(form) }
    this.#store.answers.save({ ...record, ...answer })
  }

  release(call: KeyedCall): void {
    this.#inFlight.delete(idOf(call))
  }
}

/**
 * Whether an answer is stored under its key. A call that was refused for a wrong parameter never
 * began, so it may be sent again, corrected, under the same key.
 */
export function isKept(error: ApiError | undefined): boolean {
  return error === undefined || error.status === 402 || error.fields.param === undefined
}

function idOf({ caller, account, key }: KeyedCall): string {
  return account === null ? `${caller}:${key}` : `${caller}:${account}:${key}`
}

/** A digest of the parameters, the same in any order. It does not reveal a card number. */
function fingerprint(form: Branch): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(form)))
    .digest('base64url')
}

function sorted(node: FormNode | undefined): unknown {
  if (typeof node !== 'object') return node
  return Object.keys(node)
    .sort()
    .map((key) => [key, sorted(node[key])])
}

function inUse(key: string): ApiError {
  return new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  })
}

function otherParameters(key: string): ApiError {
  return new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

function otherEndpoint(call: KeyedCall, answer: AnswerRecord): ApiError {
  const [now = '', before = ''] = [call, answer].map(({ endpoint }) => endpoint.split(' ')[1])
  return new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${now}' vs '${before}'). Try using a key other than '${call.key}' if you meant to execute a different request.`,
  })
}
