import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const ENDPOINT = 'http://collector:4318/'
const SECRET = { APP_SECRET: 'a secret of thirty-two characters or more' }
const tracingOf = async (set: NodeJS.ProcessEnv) =>
  (await readEnv({ ...SECRET, ...set }, '/')).tracing

test('traces are off without a collector, and complete with one', async () => {
  expect(await tracingOf({ OTEL_TRACES_SAMPLER_ARG: '0.1' })).toBeNull()
  expect(await tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT })).toEqual({
    endpoint: 'http://collector:4318',
    share: 1,
  })
})

test('a sampler by ratio records the share that its argument names', async () => {
  const set = { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.05' }
  const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }
  expect(await tracingOf({ ...set, ...sampler })).toMatchObject({ share: 0.05 })
  expect(await tracingOf({ ...set, OTEL_TRACES_SAMPLER: 'always_on' })).toMatchObject({ share: 1 })
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /OTEL_EXPORTER_OTLP_ENDPOINT must be/],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /OTEL_TRACES_SAMPLER must be one of/],
  [{ OTEL_TRACES_SAMPLER_ARG: '5' }, /OTEL_TRACES_SAMPLER_ARG must be a share/],
])('%j is refused', async (set, reason) => {
  await expect(tracingOf(set)).rejects.toThrow(reason)
})
