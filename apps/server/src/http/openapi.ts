import {
  api,
  COMMON_ERRORS,
  type Endpoint,
  type ErrorCode,
  liveAvailability,
  staffApi,
} from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { STATUS_OF } from './errors.ts'

/**
 * Serves the OpenAPI description, derived from the contract, at /api/openapi.json. Anyone may call
 * it; it reveals no more than the calls themselves do.
 */
export function openApiRoute(app: FastifyInstance): void {
  let description: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    description ??= JSON.stringify(describe())
    return reply
      .type('application/json')
      .header('cache-control', 'public, max-age=300')
      .send(description)
  })
}

function describe() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>({
    ...api,
    ...staffApi,
    liveAvailability,
  })) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const operations = paths[path] ?? {}
    operations[endpoint.method.toLowerCase()] = operationOf(name, endpoint)
    paths[path] = operations
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version: '1',
      description: 'Ticket buying: catalogue, holds, payment, orders; and the back office.',
    },
    paths,
    components: { schemas: { Error: ERROR_SCHEMA } },
  }
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { description: 'A text for people, or { message, code } where the call says so' },
    code: { type: 'string' },
    details: { type: 'object' },
  },
}

function operationOf(operationId: string, endpoint: Endpoint) {
  const status = String(endpoint.status ?? 200)
  return {
    operationId,
    summary: endpoint.summary,
    'x-access': endpoint.access.kind,
    'x-admission': endpoint.admission,
    'x-limits': endpoint.limits,
    parameters: [
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', endpoint.query),
      ...parametersOf('header', endpoint.headers),
    ],
    ...(endpoint.body
      ? { requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input')) } }
      : {}),
    responses: {
      [status]: {
        description: 'Success',
        content: successOf(endpoint),
      },
      ...Object.fromEntries(
        (endpoint.otherStatuses ?? []).map((other) => [String(other), { description: 'Success' }]),
      ),
      ...errorResponses([...endpoint.errors, ...COMMON_ERRORS]),
    },
  }
}

function successOf(endpoint: Endpoint) {
  if (endpoint.file) return { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } }
  const type = endpoint === liveAvailability ? 'text/event-stream' : 'application/json'
  return { [type]: { schema: schemaOf(endpoint.output, 'output') } }
}

function parametersOf(location: 'path' | 'query' | 'header', schema: z.ZodMiniType | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

function errorResponses(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(new Set(codes), (code) => String(STATUS_OF[code]))
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      { description: group.join(', '), content: json({ $ref: '#/components/schemas/Error' }) },
    ]),
  )
}

const json = (schema: object) => ({ 'application/json': { schema } })

// What JSON Schema cannot express (a refinement, a transform) is validated by the server only.
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' })
