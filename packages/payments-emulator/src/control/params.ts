import { ONBOARDING_OUTCOMES } from '../accounts/account.ts'
import { FAULT_KINDS } from '../http/faults.ts'
import { MISHAPS } from '../webhooks/controls.ts'
import { invalidRequest } from '../wire/errors.ts'
import { ignored, integer, oneOf, type Param, required, share, text } from '../wire/params.ts'

/** The parameters of the control paths. Times are milliseconds, chances shares from 0 to 1. */

export const KEY = { key: ignored }

/** The shares of some of the kinds: `chances[cut]=0.2`. */
function sharesOf<Kind extends string>(
  kinds: readonly Kind[],
): Param<Partial<Record<Kind, number>> | undefined> {
  return (node, name) => {
    if (node === undefined) return undefined
    const shares: Partial<Record<Kind, number>> = {}
    for (const [key, value] of Object.entries(node)) {
      const kind = kinds.find((candidate) => candidate === key)
      if (!kind) throw invalidRequest(`Must be one of ${kinds.join(', ')}`, { param: name })
      shares[kind] = share(value, `${name}[${key}]`) ?? 0
    }
    return shares
  }
}

export const FAULT = {
  match: required(text()),
  kind: required(oneOf(...FAULT_KINDS)),
  times: integer(1),
  delay_ms: integer(0),
}

export const RANDOM_FAULTS = {
  seed: required(integer(0)),
  chances: required(sharesOf(FAULT_KINDS)),
  match: text(),
  delay_ms: integer(0),
}

export const RELEASE = { order: oneOf('as-sent', 'reversed') }
export const DUPLICATE = { times: required(integer(1)) }
export const DELAY = { ms: required(integer(0)) }

export const RANDOM_MISHAPS = {
  seed: required(integer(0)),
  chances: required(sharesOf(MISHAPS)),
  late_ms: integer(0),
}

/** What becomes of an account, as if its onboarding page was left so. */
export const ACCOUNT = {
  account: required(text()),
  outcome: required(oneOf(...ONBOARDING_OUTCOMES)),
}

export const RESEND = { event: required(text()) }
