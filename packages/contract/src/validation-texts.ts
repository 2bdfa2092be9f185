/**
 * What is said of a value that a check refuses, in one place: the server's error map takes its words
 * from here, and so does a form that checks without the validator.
 */
export const VALIDATION_TEXTS = {
  required: 'Required',
  tooShort: (minimum: number | bigint) => `String must contain at least ${minimum} character(s)`,
  tooLong: (maximum: number | bigint) => `String must contain at most ${maximum} character(s)`,
  invalidEmail: 'Invalid email',
  notPlain: 'Must not contain control characters',
} as const
