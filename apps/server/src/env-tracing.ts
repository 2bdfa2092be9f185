import * as z from 'zod/mini'

/** Where traces go; see docs/operations.md, 'Traces'. */
export interface TracingEnv {
  /** The collector, without a trailing slash: traces are sent to `/v1/traces` below it. */
  endpoint: string
  /** The share of traces that is recorded, from 0 to 1. */
  share: number
}

const RATIO_SAMPLERS = ['traceidratio', 'parentbased_traceidratio'] as const
const SAMPLERS = ['always_on', 'parentbased_always_on', ...RATIO_SAMPLERS] as const

/** Variables of OpenTelemetry's specification; the SDK itself reads headers, time-outs and certificates. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    z.string().check(
      z.refine((text) => /^https?:/.test(text) && URL.canParse(text), {
        error: 'must be an address like http://127.0.0.1:4318',
      }),
    ),
  ),
  OTEL_TRACES_SAMPLER: z._default(
    z.enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(', ')}` }),
    'parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.string().check(
      z.regex(/^(0(\.\d{1,6})?|1(\.0+)?)$/, {
        error: 'must be a share from 0 to 1, such as 0.05',
      }),
    ),
    '1',
  ),
}

export function readTracing(env: {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string
  OTEL_TRACES_SAMPLER: (typeof SAMPLERS)[number]
  OTEL_TRACES_SAMPLER_ARG: string
}): TracingEnv | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/{1,9}$/, '')
  if (!endpoint) return null
  const isRatio = RATIO_SAMPLERS.some((sampler) => sampler === env.OTEL_TRACES_SAMPLER)
  return { endpoint, share: isRatio ? Number(env.OTEL_TRACES_SAMPLER_ARG) : 1 }
}
