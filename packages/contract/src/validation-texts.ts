/**
 * The texts for values that fail validation. The server's error map and forms that validate without
 * zod both use them.
 */
export const VALIDATION_TEXTS = {
  required: 'Required',
  tooShort: (minimum: number | bigint) => `String must contain at least ${minimum} character(s)`,
  tooLong: (maximum: number | bigint) => `String must contain at most ${maximum} character(s)`,
  invalidEmail: 'Invalid email',
  impossiblePhone: 'Must be a phone number',
  impossible: 'Must have a letter or a digit',
  impossibleZip: 'Must have a digit',
  notCountry: 'Must be the code of a country, like US',
  notPlain: 'Must not contain control characters',
} as const
