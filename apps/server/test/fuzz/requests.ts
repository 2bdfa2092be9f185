import { api, type Endpoint, liveAvailability } from '@foyer/contract'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { BROKEN_BODIES, mutate, pathsIn } from '../support/garbage.ts'
import { anyHeader, anyJson, anyQueryEnd, anyUrlPart, type Header, isFraming } from './hostile.ts'
import { type JsonSchema, type Known, valuesOf } from './schema-values.ts'
import type { FuzzWorld } from './world.ts'

/** A request as it goes over the wire. */
export interface FuzzRequest {
  /** The name, in the contract, of the endpoint that it was made from. */
  name: string
  method: string
  target: string
  headers: readonly Header[]
  /** Headers that no honest client sends, added after the usual ones. */
  hostile: readonly Header[]
  body: string | null
  /** Replaces bytes of the message at a position, which is a share of its length. */
  damage: { at: number; bytes: Uint8Array } | null
}

export const ENDPOINTS: Readonly<Record<string, Endpoint>> = { ...api, liveAvailability }
const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'get',
  'QUERY',
]

/** Whether the server may wait for more of the message, or refuse it before it is a request. */
export const isUnclear = ({ damage, hostile }: FuzzRequest): boolean =>
  damage !== null || hostile.some(isFraming)

const schemaOf = (type: z.ZodMiniType): JsonSchema =>
  // Constraints that JSON Schema cannot express, such as the check of a date, are left out.
  z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as JsonSchema

const rarely = <T>(often: T, weight: number, rare: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(often) }, { weight: 1, arbitrary: rare })

/** Fields of a path or a query as texts, some of them replaced. */
function fieldsOf(type: z.ZodMiniType | undefined, known: Known) {
  if (!type) return fc.constant<Record<string, string>>({})
  return fc
    .tuple(valuesOf(schemaOf(type), known), rarely<string | null>(null, 5, anyUrlPart), fc.nat())
    .map(([values, part, position]) => {
      const fields = Object.entries(Object(values)).map(([name, value]) => [
        name,
        encodeURIComponent(String(value).replace(/[\ud800-\udfff]/gu, '')),
      ])
      const mutated = fields[position % Math.max(1, fields.length)]
      if (part !== null && mutated) mutated[1] = part
      const texts: Record<string, string> = Object.fromEntries(fields)
      return texts
    })
}

/**
 * Valid bodies, bodies with one broken, missing or duplicate field, and entirely different ones.
 */
function bodiesOf(type: z.ZodMiniType | undefined, known: Known): fc.Arbitrary<string | null> {
  if (!type) return rarely<string | null>(null, 9, anyJson)
  const fitting = valuesOf(schemaOf(type), known)
  const broken = fc
    .tuple(fitting, fc.nat(), fc.oneof(anyJson, fc.constant(null)))
    .map(([value, position, raw]) => {
      const paths = pathsIn(value).filter((path) => path.length > 0)
      const path = paths[position % Math.max(1, paths.length)]
      return path ? mutate(value, path, raw) : JSON.stringify(value)
    })
  const twice = fc
    .tuple(fitting, fitting)
    .map(([one, other]) => JSON.stringify(one).replace(/\}$/, `,${JSON.stringify(other).slice(1)}`))
  return fc.oneof(
    { weight: 10, arbitrary: fitting.map((value) => JSON.stringify(value)) },
    { weight: 6, arbitrary: broken },
    { weight: 1, arbitrary: twice },
    { weight: 1, arbitrary: anyJson },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN_BODIES.map(String)) },
    { weight: 1, arbitrary: fc.constant(null) },
  )
}

const DAMAGE = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.uint8Array({ maxLength: 12 }),
})

/** Requests of one endpoint: most of them are valid, and each part is broken from time to time. */
function requestsOf(name: string, endpoint: Endpoint, known: Known, cookies: readonly string[]) {
  return fc
    .record({
      method: rarely(endpoint.method as string, 30, fc.constantFrom(...METHODS)),
      params: fieldsOf(endpoint.params, known),
      query: fieldsOf(endpoint.query, known),
      queryEnd: rarely('', 8, anyQueryEnd),
      body: bodiesOf(endpoint.body, known),
      cookie: fc.constantFrom(...cookies),
      key: rarely('', 3, fc.constantFrom('key-1', 'key-2', 'key-3')),
      hostile: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Header[]>([]) },
        { weight: 1, arbitrary: fc.array(anyHeader, { minLength: 1, maxLength: 4 }) },
      ),
      damage: rarely<FuzzRequest['damage']>(null, 25, DAMAGE),
    })
    .map(({ method, params, query, queryEnd, body, cookie, key, hostile, damage }) => {
      const path = endpoint.path.replace(/:(\w+)/g, (_, field: string) => params[field] ?? '')
      const asked = Object.entries(query).map(([field, value]) => `${field}=${value}`)
      const hostileNames = new Set(hostile.map(([header]) => header))
      const usual: Header[] = [
        ['host', 'localhost'],
        ['connection', 'close'],
        ...(cookie ? [['cookie', cookie] as const] : []),
        ...(key ? [['idempotency-key', key] as const] : []),
        ...(body === null
          ? []
          : [
              ['content-type', 'application/json'] as const,
              ['content-length', String(Buffer.byteLength(body))] as const,
            ]),
      ]
      const target = `${path}${asked.length || queryEnd ? '?' : ''}${asked.join('&')}${queryEnd}`
      const headers = usual.filter(([header]) => !hostileNames.has(header))
      const request: FuzzRequest = { name, method, target, headers, hostile, body, damage }
      return request
    })
}

/** Calls of the back office are rarer: no cookie of the world is of a member of a team. */
const weightOf = ({ access }: Endpoint): number => (access.kind === 'staff' ? 1 : 5)

/** Requests of every endpoint of the contract. */
export function anyRequest({ selections, cookies }: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  const perEndpoint = Object.entries(ENDPOINTS).flatMap(([name, endpoint]) =>
    selections.map((known) => ({
      weight: weightOf(endpoint),
      arbitrary: requestsOf(name, endpoint, known, cookies),
    })),
  )
  return fc.oneof(...perEndpoint)
}
