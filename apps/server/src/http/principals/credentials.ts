import type { AccessKinds, Endpoint, InputField } from '@foyer/contract'
import { readPassSerial, type WalletPass } from '@foyer/domain'
import type { Context } from '../../context.ts'
import type { ApiRequest } from '../api-request.ts'
import type { RequestInput } from '../calls.ts'

/** Reads the credentials that buyers and phones send with a call. */

export type RequestParts = { readonly [Part in 'params' | 'query' | 'headers' | 'body']?: unknown }

const PASS_SCHEME = 'ApplePass '

/** Reads the pass that a request names and may open; null without the token of this pass. */
export function passReader(
  access: AccessKinds['pass'],
  { secrets }: Pick<Context, 'secrets'>,
): (tenantId: number, input: RequestParts) => WalletPass | null {
  const serialOf = readerOf(access.serialNumber)
  const authorizationOf = readerOf(access.authorization)
  return (tenantId, input) => {
    const pass = readPassSerial(serialOf(input) ?? '')
    const sent = authorizationOf(input) ?? ''
    if (!pass || !sent.startsWith(PASS_SCHEME)) return null
    return secrets.isPassToken(tenantId, pass, sent.slice(PASS_SCHEME.length)) ? pass : null
  }
}

/** Reads the credentials of a participant's call; without a participant they are the order's. */
export function participantReaders(access: AccessKinds['participant']) {
  const orderIdOf = readerOf(access.orderId)
  const participantOf = readerOf(access.participant)
  const emailOf = readerOf(access.email)
  const tokenOf = readerOf(access.token)
  return (input: RequestParts) => ({
    orderId: orderIdOf(input) ?? '',
    participant: participantOf(input) ?? null,
    email: emailOf(input),
    token: tokenOf(input),
  })
}

/**
 * Returns a function that says, from unvalidated input, whether a request guesses a credential:
 * with an e-mail address or an invalid link. The browser's own cookie and a valid link are no
 * guesses. Null if the endpoint does not limit guesses.
 */
export function guessDetector(
  { access, limits }: Endpoint,
  { secrets }: Pick<Context, 'secrets'>,
): ((request: ApiRequest, input: RequestInput) => boolean) | null {
  if (limits.guessesPerNetwork === undefined) return null
  if (access.kind === 'participant') {
    const readers = participantReaders(access)
    return ({ tenant }, input) => {
      const { orderId, participant, email, token } = readers(input)
      if (participant !== null) {
        const of = { orderId, participant }
        return secrets.readWaiverToken(tenant.id, of, token ?? '') === null
      }
      if (token === undefined) return email !== undefined
      return secrets.readOrderToken(tenant.id, orderId, token) === null
    }
  }
  if (access.kind === 'offered_change') {
    const orderIdOf = readerOf(access.orderId)
    const tokenOf = readerOf(access.token)
    return ({ tenant }, input) =>
      secrets.readChangeToken(tenant.id, orderIdOf(input) ?? '', tokenOf(input) ?? '') === null
  }
  if (access.kind === 'pass') {
    const passOf = passReader(access, { secrets })
    return ({ tenant, headers }, input) => passOf(tenant.id, { ...input, headers }) === null
  }
  if (access.kind !== 'order' && access.kind !== 'payer') return null
  const orderIdOf = readerOf(access.orderId)
  const emailOf = readerOf(access.email)
  if (access.kind === 'payer') {
    return (_, input) => orderIdOf(input) !== undefined && emailOf(input) !== undefined
  }
  const tokenOf = access.token ? readerOf(access.token) : () => undefined
  return ({ tenant }, input) => {
    const token = tokenOf(input)
    if (token === undefined) return emailOf(input) !== undefined
    return secrets.readOrderToken(tenant.id, orderIdOf(input) ?? '', token) === null
  }
}

/**
 * Returns a function that reads a field of a request's input, such as 'body.metadata.orderId';
 * undefined if it is missing or not a string.
 */
export function readerOf(field: InputField): (input: RequestParts) => string | undefined {
  const [part = '', ...names] = field.split('.')
  return (input) => {
    let value: unknown = Reflect.get(input, part)
    for (const name of names) value = Reflect.get(Object(value), name)
    return typeof value === 'string' ? value : undefined
  }
}
