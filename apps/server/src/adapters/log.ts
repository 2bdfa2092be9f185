import pg from 'pg'
import pino, { type DestinationStream, type Logger } from 'pino'

/**
 * Makes every logger, of the server and of its commands. A log must contain nothing about a buyer:
 * it is copied, shipped and stored by people who may not see orders. Errors are reduced to a list
 * of known fields, and each finished line is scrubbed of what an error's message may contain.
 */
export const createLog = (
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger =>
  pino({ level, serializers: { err: describeError }, hooks: { streamWrite: scrub } }, destination)

/** How many nested causes are logged; our own code wraps fewer. */
const DEEPEST_CAUSE = 3
const PG_FIELDS = ['severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const

interface DescribedError {
  type: string
  message: string
  stack?: string
  code?: string
  status?: number
  cause?: DescribedError
  severity?: string
  schema?: string
  table?: string
  column?: string
  constraint?: string
  routine?: string
}

/**
 * Describes an error for the log. A database error's `detail` and `where` are left out, because
 * they show the row, and so is everything that a library attaches to its errors: a request with its
 * headers, a client with its password.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { name, stack, cause } = error
  const message = messageOf(error)
  const described: DescribedError = { type: name, message }
  // The first lines of the stack repeat the message.
  if (stack) described.stack = `${name}: ${message}${stack.slice(startOfFrames(stack))}`
  if ('code' in error && error.code != null) described.code = String(error.code)
  if ('status' in error && typeof error.status === 'number') described.status = error.status
  if (error instanceof pg.DatabaseError) {
    for (const field of PG_FIELDS) {
      const value = error[field]
      if (value) described[field] = value
    }
  }
  if (cause != null && depth < DEEPEST_CAUSE) described.cause = describeError(cause, depth + 1)
  return described
}

/**
 * PostgreSQL quotes the value that it could not parse (class 22); its other errors quote only names
 * of the schema.
 */
const messageOf = (error: Error): string =>
  error instanceof pg.DatabaseError && error.code?.startsWith('22')
    ? error.message.replace(/"[^"]*"/g, '"…"')
    : error.message

function startOfFrames(stack: string): number {
  const at = stack.indexOf('\n    at ')
  return at < 0 ? stack.length : at
}

/** Each pattern is bounded, so that scrubbing takes a time proportional to the line's length. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  // User and password in URLs: postgres://user:password@host
  [/:\/\/[^\s/@"]{1,300}@/g, '://[sign-in]@'],
  // A URL's query contains e-mail addresses and tokens.
  [/\?[\w.[\]%-]{1,64}=[^\s"'\\]*/g, '?[query]'],
  // A match must not start inside an escape (
  // ). Some programs write the @ in a path as %40.
  [
    /(?<!\\)(?<!\\u[0-9a-f]{0,3})[\w.!#$&'*+/=?^`{|}~-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g,
    '[email]',
  ],
  // Stripe's keys, and the secret with which a browser pays an intent.
  [/(?:[srp]k_(?:live|test)|whsec)_[\w*]+/g, '[key]'],
  [/_secret_\w+/g, '_secret_[secret]'],
]

/** Removes addresses, tokens and keys from a line of a log. */
export const scrub = (line: string): string =>
  SECRETS.reduce((text, [pattern, word]) => text.replace(pattern, word), line)
