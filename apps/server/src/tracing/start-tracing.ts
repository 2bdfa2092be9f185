import { setTimeout as delay } from 'node:timers/promises'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import type { TracingEnv } from '../env-tracing.ts'
import { createTracing, type Tracing } from './tracing.ts'

interface TracingOptions extends TracingEnv {
  role: string
  thread: 'requests' | 'worker'
  log: FastifyBaseLogger
}

/** What a collector that is away may delay the end of the process. */
const LAST_EXPORT_MS = 3000

/**
 * Starts OpenTelemetry's SDK, which sends spans every five seconds. Imported only if traces are on:
 * loading it takes time and memory. A collector that is away costs spans, never a request.
 */
export function startTracing({ endpoint, share, role, thread, log }: TracingOptions): Tracing {
  const own = { 'service.name': 'foyer', 'foyer.role': role, 'foyer.thread': thread }
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), log),
      }),
    ],
  })
  return createTracing(provider.getTracer('foyer'), async () => {
    const sent = provider.shutdown().then(
      () => true,
      () => false,
    )
    if (!(await Promise.race([sent, delay(LAST_EXPORT_MS, false)]))) {
      log.warn('the last traces are lost')
    }
  })
}

/** Logs the first failure, and when exports succeed again. */
function reporting(exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && !isFailing) log.warn({ err: result.error }, 'traces cannot be sent')
        if (!result.error && isFailing) log.warn('traces are sent again')
        isFailing = result.error !== undefined
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
