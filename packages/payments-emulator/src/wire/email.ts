import { invalidRequest } from './errors.ts'
import { type Param, text } from './params.ts'

/** An e-mail address, checked as loosely as Stripe does. */
export const email: Param<string | undefined> = (node, name) => {
  const address = text(800)(node, name)
  if (address === undefined || /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(address)) return address
  throw invalidRequest(`Invalid email address: ${address}`, { code: 'email_invalid', param: name })
}
