import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto'
import {
  passSerial,
  type TicketClaim,
  type TicketKey,
  ticketCodePayload,
  ticketCodeText,
  type WalletPass,
} from '@foyer/domain'

/**
 * What APP_SECRET signs. Each purpose has a key of its own, so one signature cannot be used for
 * another.
 */
export interface Secrets {
  /** The text of a ticket's QR code, signed with the tenant's key (domain/ticket-code.ts). */
  ticketCode(claim: TicketClaim): string
  /** The public key that verifies a tenant's codes. */
  ticketKey(tenantId: number): TicketKey
  /**
   * The credential in an order's links. It contains its end (in whole seconds), signed together
   * with the order. `linkEnds` is how often the links of the order were ended; it opens the order until
   * they are ended again.
   */
  orderToken(tenantId: number, orderId: string, endsAt: Date, linkEnds?: number): string
  /** Reads a token's end; null for a token that we did not sign for this order. */
  readOrderToken(tenantId: number, orderId: string, token: string): OrderToken | null
  /** Proves that an access code was entered. The same for all who enter it; a hold judges the code again. */
  accessToken(tenantId: number, codeId: string): string
  /** Reads the id of the code; null for a token that we did not sign. */
  readAccessToken(tenantId: number, token: string): string | null
  /**
   * The credential in a participant's link to their waiver, which opens nothing else of the order. It ends
   * with the links of the order, like {@link orderToken}.
   */
  waiverToken(tenantId: number, participant: Participant, endsAt: Date, linkEnds?: number): string
  /** Reads its end; null for a token that we did not sign for this participant. */
  readWaiverToken(
    tenantId: number,
    participant: Participant,
    token: string,
  ): { endsAt: Date; linkEnds: number } | null
  /**
   * The credential in the link with which a buyer pays for one change that the team has offered. `key`
   * names the change (engine/orders/offered-change.ts). It ends with the links of the order.
   */
  changeToken(
    tenantId: number,
    of: { orderId: string; key: string },
    endsAt: Date,
    linkEnds?: number,
  ): string
  /** Null for a token that we did not sign for a change of this order. */
  readChangeToken(
    tenantId: number,
    orderId: string,
    token: string,
  ): { key: string; endsAt: Date; linkEnds: number } | null
  /**
   * The token in a pass that its web service asks for. It is the same in each version of the pass,
   * since phones keep the first one.
   */
  passToken(tenantId: number, pass: WalletPass): string
  isPassToken(tenantId: number, pass: WalletPass, token: string): boolean
  /** The stored form of what a phone calls itself, which is a credential of the web service. */
  passDeviceKey(tenantId: number, deviceId: string): string
  /**
   * The key of a caller in the counts that processes share: the same in each process, and no
   * address.
   */
  callerKey(caller: string): string
  /** The stored form of a lookup's code or link; without the secret, six digits could be tried. */
  lookupHash(text: string): string
  /**
   * The stored form of a token, code or challenge of the back office; `purpose` distinguishes them, so
   * that one is never taken for another.
   */
  staffDigest(purpose: StaffPurpose, text: string): string
  /** Encrypts a text that has to be read again. `owner` is what it belongs to: nothing else opens it. */
  seal(owner: string, text: string): string
  /** Null for a text that was not sealed for this owner, or with another APP_SECRET. */
  unseal(owner: string, sealed: string): string | null
  /** What the DNS of a domain says to prove that it belongs to this tenant. */
  domainProof(tenantId: number, host: string): string
  /** Proves to `npm run doctor` that a server belongs to the same deployment, and the reverse. */
  deploymentProof(side: 'question' | 'answer', challenge: string): string
}

type StaffPurpose = 'session' | 'browser' | 'link' | 'challenge' | 'recovery code' | 'attempt'

interface OrderToken {
  /** Null for a link of an older version, which has no end of its own; the order's dates decide. */
  endsAt: Date | null
  /** How often the links of the order had been ended when it was signed. */
  linkEnds: number
}

/** Who signs a waiver: see `participantId` of the domain. A replaced ticket keeps its number. */
interface Participant {
  orderId: string
  participant: string
}

/**
 * What stands before the signature of a token: its end, in seconds since 1970 in base 36, and how often the
 * links of the order were ended, unless never: 'end-1'.
 */
const TOKEN_HEAD = /^([0-9a-z]{1,8})(?:-([0-9]{1,6}))?\./

const headOf = (endsAt: Date, linkEnds = 0): string =>
  Math.floor(endsAt.getTime() / 1000).toString(36) + (linkEnds > 0 ? `-${linkEnds}` : '')

/** The head of a token as it was signed, with what it says; null for one without. */
function readHead(token: string): { text: string; endsAt: Date; linkEnds: number } | null {
  const [, end, linkEnds = '0'] = TOKEN_HEAD.exec(token) ?? []
  if (end === undefined) return null
  const text = linkEnds === '0' ? end : `${end}-${linkEnds}`
  return { text, endsAt: dateOf(end), linkEnds: Number(linkEnds) }
}

const dateOf = (end: string): Date => new Date(Number.parseInt(end, 36) * 1000)

function isSame(wanted: string, given: string): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

export function createSecrets(appSecret: string): Secrets {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', appSecret, 'foyer', purpose, 32))
  const orderKey = keyFor('orders')
  const waiverKey = keyFor('waivers')
  const changeKey = keyFor('offered changes')
  const accessKey = keyFor('access codes')
  const passKey = keyFor('passes')
  const passDeviceKey = keyFor('pass devices')
  const callerKey = keyFor('callers')
  const lookupKey = keyFor('lookups')
  const domainKey = keyFor('domains')
  const deploymentKey = keyFor('deployment')
  const staffKey = keyFor('staff')
  const sealKey = keyFor('staff secrets')
  const mac = (key: Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, 18).toString('base64url')

  const waiverToken = (tenantId: number, { orderId, participant }: Participant, head: string) =>
    `${head}.${mac(waiverKey, `${tenantId}/${orderId}/${participant}/${head}`)}`
  const changeToken = (tenantId: number, orderId: string, key: string, head: string) =>
    `${head}.${key}.${mac(changeKey, `${tenantId}/${orderId}/${key}/${head}`)}`
  const passToken = (tenantId: number, pass: WalletPass) =>
    mac(passKey, `${tenantId}/${passSerial(pass)}`)
  const orderToken = (tenantId: number, orderId: string, end: string | null) =>
    end === null
      ? mac(orderKey, `${tenantId}/${orderId}`)
      : `${end}.${mac(orderKey, `${tenantId}/${orderId}/${end}`)}`
  // Deriving a key takes longer than signing with it.
  const ticketSigners = new Map<number, TicketSigner>()
  function ticketSigner(tenantId: number): TicketSigner {
    const known = ticketSigners.get(tenantId)
    if (known) return known
    const signer = signerOf(keyFor(`tickets/${tenantId}`))
    ticketSigners.set(tenantId, signer)
    return signer
  }

  const accessToken = (tenantId: number, codeId: string) =>
    `${codeId}.${mac(accessKey, `${tenantId}/${codeId}`)}`

  return {
    accessToken,
    readAccessToken(tenantId, token) {
      const [codeId = ''] = token.split('.')
      return isSame(accessToken(tenantId, codeId), token) ? codeId : null
    },
    ticketCode(claim) {
      const { keyId, privateKey } = ticketSigner(claim.tenantId)
      const payload = ticketCodePayload(keyId, claim)
      return ticketCodeText(payload, sign(null, payload, privateKey))
    },
    ticketKey(tenantId) {
      const { keyId, publicKey } = ticketSigner(tenantId)
      return { keyId, publicKey }
    },
    callerKey: (caller) => mac(callerKey, caller),
    orderToken: (tenantId, orderId, endsAt, linkEnds) =>
      orderToken(tenantId, orderId, headOf(endsAt, linkEnds)),
    readOrderToken(tenantId, orderId, token) {
      const head = readHead(token)
      if (!isSame(orderToken(tenantId, orderId, head?.text ?? null), token)) return null
      return { endsAt: head?.endsAt ?? null, linkEnds: head?.linkEnds ?? 0 }
    },
    waiverToken: (tenantId, participant, endsAt, linkEnds) =>
      waiverToken(tenantId, participant, headOf(endsAt, linkEnds)),
    readWaiverToken(tenantId, participant, token) {
      const head = readHead(token)
      if (!head || !isSame(waiverToken(tenantId, participant, head.text), token)) return null
      return { endsAt: head.endsAt, linkEnds: head.linkEnds }
    },
    changeToken: (tenantId, { orderId, key }, endsAt, linkEnds) =>
      changeToken(tenantId, orderId, key, headOf(endsAt, linkEnds)),
    readChangeToken(tenantId, orderId, token) {
      const head = readHead(token)
      const [, key = ''] = token.split('.')
      if (!head || !isSame(changeToken(tenantId, orderId, key, head.text), token)) return null
      return { key, endsAt: head.endsAt, linkEnds: head.linkEnds }
    },
    passToken,
    isPassToken: (tenantId, pass, token) => isSame(passToken(tenantId, pass), token),
    passDeviceKey: (tenantId, deviceId) => mac(passDeviceKey, `${tenantId}/${deviceId}`),
    lookupHash: (text) => mac(lookupKey, text),
    staffDigest: (purpose, text) =>
      createHmac('sha256', staffKey).update(`${purpose}/${text}`).digest('base64url'),
    seal: (owner, text) => seal(sealKey, owner, text),
    unseal: (owner, sealed) => unseal(sealKey, owner, sealed),
    domainProof: (tenantId, host) => mac(domainKey, `${tenantId}/${host}`),
    deploymentProof: (side, challenge) => mac(deploymentKey, `${side}/${challenge}`),
  }
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** The initialization vector, the tag and the encrypted text. */
function seal(key: Buffer, owner: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

function unseal(key: Buffer, owner: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

interface TicketSigner extends TicketKey {
  privateKey: KeyObject
}

/**
 * The PKCS #8 header (RFC 8410) in front of a bare Ed25519 seed, the only form that Node imports.
 */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_KEY_BYTES = 32

/** Makes the key pair of 32 secret bytes; its id is the beginning of its public key's hash. */
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
