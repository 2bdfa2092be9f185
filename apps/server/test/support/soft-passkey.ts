import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** An authenticator in software, with one passkey (ES256). It answers as a browser would. */
export function softPasskey({ origin }: { origin: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  /** Flags: the person is present (1) and verified (4); 64: the key follows. */
  function authenticatorData(flags: number, ...more: Buffer[]): Buffer {
    const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest()
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, ...more])
  }

  const named = { id: id.toString('base64url'), rawId: id.toString('base64url') }
  const type = 'public-key' as const

  return {
    /** What `navigator.credentials.create` returns. */
    create(challenge: string) {
      // CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const data = authenticatorData(
        1 | 4 | 64,
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      )
      // CBOR: {fmt: 'none', attStmt: {}, authData: data}.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        ...named,
        type,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal' as const],
        },
      }
    },
    /** What `navigator.credentials.get` returns. */
    get(challenge: string, { from = origin, isVerified = true } = {}) {
      counter += 1
      const data = authenticatorData(isVerified ? 1 | 4 : 1)
      const client = clientData('webauthn.get', challenge, from)
      const hash = createHash('sha256').update(client).digest()
      return {
        ...named,
        type,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, hash]), privateKey).toString('base64url'),
        },
      }
    },
  }
}
