import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Hashes passwords of people of the back office, and verifies them. */
export interface Passwords {
  /** A hash in the PHC string format; null if too many are being hashed. */
  hash(password: string): Promise<string | null>
  /**
   * Whether a password is the one of a hash; null if too many are being hashed. Without a hash it is
   * false after the same time, so that the time of an answer does not tell which addresses have
   * accounts.
   */
  isRight(password: string, hash: string | undefined): Promise<boolean | null>
}

/** Runs some work at a time; null if too much is waiting already (http/gate.ts). */
type InTurn = <T>(work: () => Promise<T>) => Promise<T | null>

/**
 * Argon2id with OWASP's first choice of parameters: 19 MiB, two passes, one lane. It takes some 40 ms of
 * a thread of Node's own pool, which also serves files and name lookups; so only a few run at a time.
 */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32
const SALT_BYTES = 16
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '')

export function createPasswords(inTurn: InTurn): Passwords {
  const salted = (password: string, salt: Buffer) =>
    derive('argon2id', {
      // The same password may be typed as composed or decomposed letters, depending on the keyboard.
      message: password.normalize('NFKC'),
      nonce: salt,
      memory: MEMORY_KIB,
      passes: PASSES,
      parallelism: LANES,
      tagLength: TAG_BYTES,
    })

  async function hashNow(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    const tag = await salted(password, salt)
    const parameters = `m=${MEMORY_KIB},t=${PASSES},p=${LANES}`
    return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(tag)}`
  }

  async function isRightNow(password: string, hash: string | undefined): Promise<boolean> {
    const parts = PHC.exec(hash ?? '')
    if (!parts) {
      await salted(password, Buffer.alloc(SALT_BYTES))
      return false
    }
    const [, memory, passes, lanes, salt = '', tag = ''] = parts
    const wanted = Buffer.from(tag, 'base64')
    const found = await derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(lanes),
      tagLength: wanted.length,
    })
    return timingSafeEqual(found, wanted)
  }

  return {
    hash: (password) => inTurn(() => hashNow(password)),
    isRight: (password, hash) => inTurn(() => isRightNow(password, hash)),
  }
}
