import { VALIDATION_TEXTS } from '@foyer/contract'
import type { DetailField, DetailName } from './details.ts'

/** A field's problem in words for a buyer, with the specification's word for it, if it has one. */
export interface ProblemText {
  text: string
  word: string | null
}

const WHAT: Readonly<Partial<Record<DetailName, string>>> = {
  firstName: 'your first name',
  lastName: 'your last name',
  email: 'your e-mail address',
  phone: 'your phone number',
  address: 'your street and house number',
}

/** Says in a sentence what to do about what `checkDetail` found. */
export function problemText({ name, label }: DetailField, problem: string): ProblemText {
  const what = WHAT[name] ?? `your ${lowered(label)}`
  switch (problem) {
    case VALIDATION_TEXTS.required:
      return { text: `Enter ${what}.`, word: problem }
    case VALIDATION_TEXTS.invalidEmail:
      return { text: 'Enter an e-mail address like name@example.com.', word: problem }
    case VALIDATION_TEXTS.impossiblePhone:
      return { text: 'Enter a phone number in digits, with its area code.', word: null }
    case VALIDATION_TEXTS.impossibleZip:
      return { text: `Check ${what}: it has at least one digit.`, word: null }
    case VALIDATION_TEXTS.impossible:
      return { text: `Check ${what}: it has letters or digits.`, word: null }
    default:
      return { text: `Check ${what}. ${problem}`, word: null }
  }
}

/** 'Postal code' within a sentence is 'postal code'; 'ZIP code' stays as it is. */
const lowered = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
