import { fromBase32, toBase32 } from './base32.ts'

/**
 * The signed code in a ticket's QR: the data that a door needs, with the tenant's Ed25519
 * signature, so that it can be checked offline. It is made when it is shown and never stored. It
 * contains the ticket's validation code, so it becomes void as soon as the ticket gets a new one.
 *
 * Bytes: format 1, key id 4, tenant id 4, ticket id 16, session id 16, validation code (ASCII, the
 * rest), signature 64. Text: 'FOYER:' and the bytes in base 32, 192 letters for an 11-letter code.
 * In the QR's alphanumeric mode that is version 8 (49 modules, error correction M); base 64 needs
 * the byte mode and version 9.
 */
export interface TicketClaim {
  tenantId: number
  ticketId: string
  sessionId: string
  validationCode: string
}

/** A key to check codes with. `publicKey`: the 32 raw bytes. */
export interface TicketKey {
  keyId: string
  publicKey: Uint8Array<ArrayBuffer>
}

export type VerifiedCode =
  | { ok: true; claim: TicketClaim }
  /**
   * `unreadable`: not a code of this product; `unknown_key`: of another tenant, or of a key no
   * longer used.
   */
  | { ok: false; reason: 'unreadable' | 'unknown_key' | 'forged' }

const PREFIX = 'FOYER:'
const FORMAT = 1
const AT = { keyId: 1, tenantId: 5, ticketId: 9, sessionId: 25, code: 41 } as const
const SIGNATURE_BYTES = 64
const LONGEST_CODE = 32

/** What is signed: the bytes before the signature. `keyId` is 8 hex digits. */
export function ticketCodePayload(keyId: string, claim: TicketClaim): Uint8Array<ArrayBuffer> {
  const code = new TextEncoder().encode(claim.validationCode)
  const bytes = new Uint8Array(AT.code + code.length)
  bytes[0] = FORMAT
  bytes.set(fromHex(keyId), AT.keyId)
  new DataView(bytes.buffer).setUint32(AT.tenantId, claim.tenantId)
  bytes.set(fromHex(claim.ticketId.replaceAll('-', '')), AT.ticketId)
  bytes.set(fromHex(claim.sessionId.replaceAll('-', '')), AT.sessionId)
  bytes.set(code, AT.code)
  return bytes
}

/** The text of a QR code, from {@link ticketCodePayload} and the signature over it. */
export function ticketCodeText(payload: Uint8Array, signature: Uint8Array): string {
  const bytes = new Uint8Array(payload.length + signature.length)
  bytes.set(payload)
  bytes.set(signature, payload.length)
  return PREFIX + toBase32(bytes)
}

/** Whether a scanned text is a code that the tenant of these keys signed. Runs in browsers too. */
export async function verifyTicketCode(
  keys: readonly TicketKey[],
  text: string,
): Promise<VerifiedCode> {
  const read = readCode(text)
  if (!read) return { ok: false, reason: 'unreadable' }
  const key = keys.find(({ keyId }) => keyId === read.keyId)
  if (!key) return { ok: false, reason: 'unknown_key' }
  const { subtle } = globalThis.crypto
  const imported = await subtle.importKey('raw', key.publicKey, 'Ed25519', false, ['verify'])
  const isSigned = await subtle.verify('Ed25519', imported, read.signature, read.payload)
  return isSigned ? { ok: true, claim: read.claim } : { ok: false, reason: 'forged' }
}

function readCode(text: string) {
  if (!text.startsWith(PREFIX)) return null
  const bytes = fromBase32(text.slice(PREFIX.length))
  const codeBytes = (bytes?.length ?? 0) - AT.code - SIGNATURE_BYTES
  if (!bytes || bytes[0] !== FORMAT || codeBytes < 1 || codeBytes > LONGEST_CODE) return null
  const payload = bytes.slice(0, -SIGNATURE_BYTES)
  const claim: TicketClaim = {
    tenantId: new DataView(bytes.buffer).getUint32(AT.tenantId),
    ticketId: toUuid(bytes.subarray(AT.ticketId, AT.sessionId)),
    sessionId: toUuid(bytes.subarray(AT.sessionId, AT.code)),
    validationCode: new TextDecoder().decode(payload.subarray(AT.code)),
  }
  const keyId = toHex(bytes.subarray(AT.keyId, AT.tenantId))
  return { keyId, claim, payload, signature: bytes.slice(-SIGNATURE_BYTES) }
}

const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )

const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const toUuid = (bytes: Uint8Array): string =>
  toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
