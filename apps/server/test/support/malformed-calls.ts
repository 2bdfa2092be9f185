import { type Endpoint, ERROR_CODES } from '@foyer/contract'
import { type Answer, rawRequest } from '@foyer/testkit'
import { addressOf } from './foreign-calls.ts'
import { JSON_GARBAGE, mutate, pathsIn, URL_GARBAGE } from './garbage.ts'
import { COOKIE, HOST_COOKIE } from './identity.ts'
import type { ValidCall } from './valid-calls.ts'

export type Send = (
  method: string,
  path: string,
  body?: string | Buffer,
  headers?: Record<string, string>,
) => Promise<Answer>

let address = 0
/**
 * Sends as the browser with this cookie, each time from another address, so that no limit is met.
 */
export function sendAs(
  url: string,
  cookie: string,
  ...[method, path, body, headers = {}]: Parameters<Send>
): Promise<Answer> {
  address += 1
  return rawRequest(url, {
    method,
    path,
    headers: {
      // The server reads only the cookie that fits its site.
      cookie: `${COOKIE}=${cookie}; ${HOST_COOKIE}=${cookie}`,
      'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
      ...(body === undefined
        ? {}
        : {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
          }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
}

const codes = new Set<string>(ERROR_CODES)
// A stack's line, a file's name, a table, a statement, or the name of a library.
const LEAK =
  /\bat .+:\d+:\d+|node_modules|\.[jt]s\b|\/home\/|\/root\/|\bselect\b.+\bfrom\b|insert into|\brelation\b|constraint|syntax|postgres|fastify|FST_|zod|undefined|\[object/i

/** What is wrong with an answer to a malformed call; empty if it is a correct refusal. */
export function faultsOf(answer: Answer, shape: Endpoint['errorShape'] = 'text'): string[] {
  const { status, body, headers } = answer
  if (status >= 200 && status < 300) return []
  const faults: string[] = []
  if (status < 400 || status >= 500) faults.push(`status ${status}`)
  if (!headers.get('content-type')?.startsWith('application/json')) faults.push('not JSON')
  const text = shape === 'message' ? body.error?.message : body.error
  if (typeof text !== 'string' || text === '') faults.push('no text')
  if (!codes.has(body.code)) faults.push(`code ${body.code}`)
  if (LEAK.test(JSON.stringify(body))) faults.push(`tells ${JSON.stringify(body)}`)
  if (body.code === 'validation_failed' && !body.details?.fields?.length) faults.push('no fields')
  return faults
}

/** Whether a validation refusal names the mutated field, or a whole that contains it. */
export function namesField(answer: Answer, mutated: string): boolean {
  if (answer.body.code !== 'validation_failed') return true
  const fields: { field: string; message: string }[] = answer.body.details.fields
  return fields.some(
    ({ field }) => field === 'url' || field.startsWith(mutated) || mutated.startsWith(field),
  )
}

interface MalformedCall {
  what: string
  /** The mutated field, as a refusal names it; '' for the whole body. */
  mutated: string
  path: string
  body?: string
}

const brief = (raw: string | null) => (raw === null ? 'nothing' : raw.slice(0, 60))

/** The call of an endpoint with each of its fields mutated in each way. */
export function malformedCalls(endpoint: Endpoint, call: ValidCall): MalformedCall[] {
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  const intact = body === undefined ? {} : { body }
  const bodies = pathsIn(call.body ?? {}).flatMap((field) =>
    field.length === 0
      ? []
      : [...JSON_GARBAGE, null].map((raw) => ({
          what: `${field.join('.')} = ${brief(raw)}`,
          mutated: field.join('.'),
          path: addressOf(endpoint, call),
          body: mutate(call.body, field, raw),
        })),
  )
  const wholes = (body === undefined ? [] : [...JSON_GARBAGE, '']).map((raw) => ({
    what: `body = ${brief(raw)}`,
    mutated: '',
    path: addressOf(endpoint, call),
    body: raw,
  }))
  const MARK = 'mutate-me'
  const inAddress = (part: 'params' | 'query') =>
    Object.keys(call[part] ?? {}).flatMap((name) => {
      const marked = addressOf(endpoint, { ...call, [part]: { ...call[part], [name]: MARK } })
      return URL_GARBAGE.map((raw) => ({
        what: `${part}.${name} = ${brief(raw)}`,
        mutated: `${part}.${name}`,
        path: marked.replace(MARK, () => raw),
        ...intact,
      }))
    })
  return [...bodies, ...wholes, ...inAddress('params'), ...inAddress('query')]
}

/** Works on all items, `size` of them at a time. */
export async function inGroupsOf<T>(
  size: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
) {
  for (let start = 0; start < items.length; start += size) {
    await Promise.all(items.slice(start, start + size).map(work))
  }
}
