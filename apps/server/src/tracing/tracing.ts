import { AsyncLocalStorage } from 'node:async_hooks'
import type { Endpoint } from '@foyer/contract'
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'

/** A batch of a lane, as a span describes it. */
interface TracedBatch {
  tenant: string | undefined
  operations: number
  /** Sessions that it locked, and add-ons with a stock. */
  sessions: number
  /** Operations that are retried with more sessions locked. */
  widened: number
  waitedMs: number
  commitMs: number
  ok: boolean
}

/**
 * Records what takes time as spans. A span names routes, codes, counts and an organizer's slug:
 * never an id, an address or a text of an error, which may be personal data.
 */
export interface Tracing {
  /** Records a call to an endpoint; what `work` awaits is recorded within it. */
  call<R extends { status: number }>(
    endpoint: Pick<Endpoint, 'method' | 'path'>,
    tenant: string,
    work: () => Promise<R>,
  ): Promise<R>
  /** The outcome of the current call: `ok`, or the code of its refusal. */
  outcome(code: string): void
  /** Records a transaction of the current call. Outside of calls nothing is recorded. */
  transaction<T>(kind: string, work: () => Promise<T>): Promise<T>
  /** Records a request to another service, within the current call if there is one. */
  request<T>(name: string, work: () => Promise<T>, describe?: (result: T) => Attributes): Promise<T>
  /** Records a batch that has just ended. */
  batch(batch: TracedBatch): void
  /** Sends what is recorded. */
  close(): Promise<void>
}

/** What is recorded at the moment. */
interface Recording {
  span: Span
  outcome: string | null
  /** False once it has ended: what it started in the background is no part of it. */
  isOpen: boolean
}

/** Records with a tracer of OpenTelemetry's SDK; `close` ends the SDK. */
export function createTracing(tracer: Tracer, close: () => Promise<void>): Tracing {
  const recordings = new AsyncLocalStorage<Recording>()
  const current = (): Recording | null => {
    const recording = recordings.getStore()
    return recording?.isOpen ? recording : null
  }

  async function record<T>(
    span: Span,
    work: () => Promise<T>,
    finish: (result: T, recording: Recording) => void = () => {},
  ): Promise<T> {
    const recording: Recording = { span, outcome: null, isOpen: true }
    try {
      const result = await recordings.run(recording, work)
      finish(result, recording)
      return result
    } catch (error) {
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      recording.isOpen = false
      span.end()
    }
  }

  const startWithin = (parent: Recording | null, name: string, attributes: Attributes) =>
    tracer.startSpan(
      name,
      { kind: SpanKind.CLIENT, attributes },
      parent ? trace.setSpan(ROOT_CONTEXT, parent.span) : ROOT_CONTEXT,
    )

  return {
    call({ method, path }, tenant, work) {
      const attributes = {
        'http.request.method': method,
        'http.route': path,
        'foyer.tenant': tenant,
      }
      const options = { kind: SpanKind.SERVER, attributes }
      const span = tracer.startSpan(`${method} ${path}`, options, ROOT_CONTEXT)
      return record(span, work, ({ status }, { outcome }) => {
        span.setAttribute('http.response.status_code', status)
        // A cached response is not counted by outcome.
        const code = outcome ?? (status < 400 ? 'ok' : null)
        if (code) span.setAttribute('foyer.outcome', code)
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      })
    },
    outcome(code) {
      const recording = current()
      if (recording) recording.outcome = code
    },
    transaction(kind, work) {
      const parent = current()
      if (!parent) return work()
      const attributes = { 'db.system.name': 'postgresql', 'foyer.transaction': kind }
      return record(startWithin(parent, `transaction ${kind}`, attributes), work)
    },
    request(name, work, describe) {
      const span = startWithin(current(), name, {})
      return record(span, work, (result) => {
        if (describe) span.setAttributes(describe(result))
      })
    },
    batch({ tenant, operations, sessions, widened, waitedMs, commitMs, ok }) {
      const endTime = Date.now()
      const attributes = {
        ...(tenant ? { 'foyer.tenant': tenant } : {}),
        'foyer.batch.operations': operations,
        'foyer.batch.sessions': sessions,
        'foyer.batch.widened': widened,
        'foyer.batch.waited_ms': waitedMs,
      }
      const startTime = endTime - commitMs
      // It serves operations of many calls, so it belongs to none of them.
      const span = tracer.startSpan('lane batch', { startTime, attributes }, ROOT_CONTEXT)
      if (!ok) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endTime)
    },
    close,
  }
}
