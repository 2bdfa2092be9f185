import { type Result, refused } from '@foyer/contract'
import type * as z from 'zod/mini'

/**
 * Checks one part of a request against its schema. A refusal names every wrong field:
 * details.fields = [{ field: 'body.tickets.0.quantity', message: 'Required' }].
 */
export function parsePart<S extends z.ZodMiniType>(
  part: 'params' | 'query' | 'headers' | 'body',
  schema: S,
  value: unknown,
): Result<z.output<S>, 'validation_failed'> {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return { ok: true, value: parsed.data }
  const fields = parsed.error.issues.map((issue) => ({
    field: [part === 'body' ? '' : part, ...issue.path].filter((key) => key !== '').join('.'),
    message: issue.message,
  }))
  const [first] = fields
  // A rule about the whole part has a text of its own; a text about a field is preceded by the
  // field's name.
  const isWhole = parsed.error.issues[0]?.path.length === 0
  const text = first
    ? isWhole
      ? first.message
      : `${first.field}: ${first.message}`
    : 'Invalid request'
  return refused('validation_failed', text, { fields })
}
