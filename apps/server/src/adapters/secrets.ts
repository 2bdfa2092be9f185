import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  timingSafeEqual,
} from 'node:crypto'
import { type TicketClaim, type TicketKey, ticketCodePayload, ticketCodeText } from '@foyer/domain'

/** What APP_SECRET signs. Each purpose has a key of its own, so one can't stand in for another. */
export interface Secrets {
  /** The text of a ticket's QR code, signed with the tenant's key (domain/ticket-code.ts). */
  ticketCode(claim: TicketClaim): string
  /** What a tenant's codes are verified with; public. */
  ticketKey(tenantId: number): TicketKey
  /** The credential in an order's links. */
  orderToken(tenantId: number, orderId: string): string
  isOrderToken(tenantId: number, orderId: string, token: string): boolean
}

export function createSecrets(appSecret: string): Secrets {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', appSecret, 'foyer', purpose, 32))
  const orderKey = keyFor('orders')
  const mac = (key: Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, 18).toString('base64url')

  const orderToken = (tenantId: number, orderId: string) => mac(orderKey, `${tenantId}/${orderId}`)
  // Deriving one takes longer than signing with it.
  const ticketSigners = new Map<number, TicketSigner>()
  function ticketSigner(tenantId: number): TicketSigner {
    const known = ticketSigners.get(tenantId)
    if (known) return known
    const signer = signerOf(keyFor(`tickets/${tenantId}`))
    ticketSigners.set(tenantId, signer)
    return signer
  }

  return {
    ticketCode(claim) {
      const { keyId, privateKey } = ticketSigner(claim.tenantId)
      const payload = ticketCodePayload(keyId, claim)
      return ticketCodeText(payload, sign(null, payload, privateKey))
    },
    ticketKey(tenantId) {
      const { keyId, publicKey } = ticketSigner(tenantId)
      return { keyId, publicKey }
    },
    orderToken,
    isOrderToken(tenantId, orderId, token) {
      const wanted = Buffer.from(orderToken(tenantId, orderId))
      const given = Buffer.from(token)
      return wanted.length === given.length && timingSafeEqual(wanted, given)
    },
  }
}

interface TicketSigner extends TicketKey {
  privateKey: KeyObject
}

/** RFC 8410's wrapping of a bare Ed25519 seed, which is the only way in that Node offers. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_KEY_BYTES = 32

/** The key pair that grows from 32 secret bytes; its id is the beginning of its public key's hash. */
function signerOf(seed: Buffer): TicketSigner {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const publicKey = new Uint8Array(spki.subarray(-PUBLIC_KEY_BYTES))
  const keyId = createHash('sha256').update(publicKey).digest('hex').slice(0, 8)
  return { keyId, publicKey, privateKey }
}
