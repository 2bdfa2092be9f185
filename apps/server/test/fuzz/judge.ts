import { COMMON_ERRORS, type Endpoint } from '@foyer/contract'
import * as z from 'zod/mini'
import { STATUS_OF } from '../../src/http/errors.ts'
import { faultsOf } from '../support/malformed-calls.ts'
import { ENDPOINTS, type FuzzRequest, isUnclear } from './requests.ts'
import type { WireAnswer } from './send.ts'

/** Answers of Node's parser, from before a request exists. */
const PARSER_STATUSES = new Set([400, 408, 413, 414, 417, 431])
const BUSY_STATUS = 503
const NO_CONTENT = 204

/** The endpoints of an address; several if a broken parameter makes another path. */
function endpointsAt({ method, target }: FuzzRequest): Endpoint[] {
  const [path = ''] = target.split(/[?#]/)
  const trimmed = path.replace(/\/+$/, '')
  return Object.values(ENDPOINTS).filter(
    (endpoint) =>
      (endpoint.method === method || (endpoint.method === 'GET' && method === 'HEAD')) &&
      new RegExp(`^${endpoint.path.replace(/\./g, '\\.').replace(/:\w+/g, '[^/]*')}$`, 'i').test(
        trimmed,
      ),
  )
}

/** What is wrong with an answer; empty if the contract allows it. */
export function faultsOfAnswer(request: FuzzRequest, answer: WireAnswer | null): string[] {
  if (!answer) return isUnclear(request) ? [] : ['the server hung up']
  const { status } = answer
  if (status >= 500 && status !== BUSY_STATUS) return [`status ${status}: ${textOf(answer)}`]
  if (isUnclear(request)) return []
  const isHead = request.method === 'HEAD'
  if (isHead || status === 304) return []
  const endpoints = endpointsAt(request)
  if (status < 400) return successFaults(endpoints, answer)
  return refusalFaults(endpoints, answer)
}

function refusalFaults(endpoints: readonly Endpoint[], answer: WireAnswer): string[] {
  const { status } = answer
  const body = jsonOf(answer)
  const code = codeOf(body)
  // Without a request there is no endpoint that could declare an error.
  if (PARSER_STATUSES.has(status) && (code === undefined || status !== 400)) return []
  const faults = textFaults(endpoints, answer, body)
  if (status === BUSY_STATUS && code !== 'busy') faults.push(`503 with code ${code}`)
  const declared = new Set<string>([
    ...COMMON_ERRORS,
    'not_found',
    ...endpoints.flatMap(({ errors }) => errors),
  ])
  if (code !== undefined && !declared.has(code)) faults.push(`${code} is not declared`)
  const statuses: Readonly<Record<string, number>> = STATUS_OF
  if (code !== undefined && statuses[code] !== status) faults.push(`${code} with status ${status}`)
  return faults
}

/**
 * Checks that the text of a refusal is in the field that the endpoints declare, or in that of an
 * unknown address.
 */
function textFaults(endpoints: readonly Endpoint[], answer: WireAnswer, body: unknown): string[] {
  const headers = new Headers([['content-type', answer.headers.get('content-type') ?? '']])
  // The status itself is checked by its code.
  const shown = { status: Math.min(answer.status, 499), body, headers }
  const shapes = new Set([...endpoints.map(({ errorShape }) => errorShape), undefined])
  const faults = [...shapes].map((shape) => faultsOf(shown, shape))
  return faults.reduce((fewest, each) => (each.length < fewest.length ? each : fewest))
}

function successFaults(endpoints: readonly Endpoint[], answer: WireAnswer): string[] {
  const faults = endpoints.map((endpoint) => outputFault(endpoint, answer))
  if (faults.length === 0) return [`status ${answer.status} at an address of no endpoint`]
  return faults.includes(null) ? [] : faults.map(String)
}

function outputFault(endpoint: Endpoint, answer: WireAnswer): string | null {
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) return null
  if (answer.status === NO_CONTENT && endpoint.otherStatuses?.includes(NO_CONTENT)) return null
  if (answer.status !== (endpoint.status ?? 200)) return `status ${answer.status}`
  if (endpoint.file) return type === endpoint.file ? null : `content type ${type}`
  const checked = z.safeParse(endpoint.output, jsonOf(answer))
  return checked.success ? null : `output: ${z.prettifyError(checked.error)}`
}

const textOf = ({ body }: WireAnswer) => body.subarray(0, 500).toString()

function jsonOf(answer: WireAnswer): unknown {
  try {
    return JSON.parse(answer.body.toString())
  } catch {
    return {}
  }
}

const codeOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : undefined
