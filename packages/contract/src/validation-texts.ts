/**
 * The texts for values that fail validation. The server's error map and forms that validate without
 * zod both use them.
 */
export const VALIDATION_TEXTS = {
  required: 'Required',
  tooShort: (minimum: number | bigint) => `String must contain at least ${minimum} character(s)`,
  tooLong: (maximum: number | bigint) => `String must contain at most ${maximum} character(s)`,
  invalidEmail: 'Invalid email',
  notPlain: 'Must not contain control characters',
} as const
