import * as z from 'zod/mini'
import { VALIDATION_TEXTS } from './validation-texts.ts'

/**
 * The only error map. It has the specification's three texts: 'Required', 'String must contain at
 * least N character(s)', 'Invalid email'. It is set globally, so that server and forms show the
 * same texts.
 */
export function installMessages(): void {
  z.config({ customError: (issue) => messageOf(issue) })
}

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

function messageOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? VALIDATION_TEXTS.required
        : `Expected ${issue.expected}`
    case 'too_small':
      if (issue.origin === 'string') {
        return VALIDATION_TEXTS.tooShort(issue.minimum)
      }
      if (issue.origin === 'array') return `Must contain at least ${issue.minimum} item(s)`
      return `Number must be greater than ${issue.inclusive ? 'or equal to ' : ''}${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') {
        return VALIDATION_TEXTS.tooLong(issue.maximum)
      }
      if (issue.origin === 'array') return `Must contain at most ${issue.maximum} item(s)`
      return `Number must be less than ${issue.inclusive ? 'or equal to ' : ''}${issue.maximum}`
    case 'invalid_format':
      return issue.format === 'email' ? VALIDATION_TEXTS.invalidEmail : `Invalid ${issue.format}`
    case 'invalid_value':
      return issue.input === undefined
        ? VALIDATION_TEXTS.required
        : `Must be one of: ${issue.values.join(', ')}`
    case 'unrecognized_keys':
      return `Unknown field(s): ${issue.keys.join(', ')}`
    default:
      return 'Invalid value'
  }
}
