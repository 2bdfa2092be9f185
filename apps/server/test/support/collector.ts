import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: number; doubleValue?: number }

/** A span as OTLP writes it in JSON. */
interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

/** A span with its attributes as an object. */
export type CollectedSpan = Omit<SentSpan, 'attributes'> & {
  attributes: Record<string, string | number | undefined>
}

const MEASURES = /(Id|UnixNano|doubleValue)$/

/** Receives traces as a collector does: OTLP over HTTP, in JSON. */
export async function startCollector() {
  const exports: Export[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') exports.push((await json(request)) as Export)
    response.writeHead(request.url === '/v1/traces' ? 200 : 404).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** All that was received, as text, without ids and measures: any digits may occur in those. */
    text: () => JSON.stringify(exports, (key, value) => (MEASURES.test(key) ? undefined : value)),
    resources: () =>
      exports.flatMap(({ resourceSpans }) =>
        resourceSpans.map(({ resource }) => valuesOf(resource.attributes)),
      ),
    spans: (): CollectedSpan[] =>
      exports
        .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: valuesOf(span.attributes) })),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const valuesOf = (attributes: SentSpan['attributes']) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue,
    ]),
  )
