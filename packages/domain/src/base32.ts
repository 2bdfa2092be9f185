/**
 * Crockford's alphabet: it has no I, L, O or U, so that a code can be read out at a door. All
 * letters are in the QR code's alphanumeric set, which takes 5.5 bits per letter instead of 8.
 */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const VALUES = new Map([...CROCKFORD].map((letter, value) => [letter, value]))

/** Encodes five bits per letter; the last letter is filled up with zeros. */
export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += CROCKFORD.charAt((buffer >> (bits - 5)) & 31)
    buffer &= (1 << bits) - 1
  }
  return bits > 0 ? text + CROCKFORD.charAt((buffer << (5 - bits)) & 31) : text
}

/**
 * The inverse. Returns null for a text that {@link toBase32} never makes, so that bytes have only
 * one spelling.
 */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8))
  let buffer = 0
  let bits = 0
  let at = 0
  for (const letter of text) {
    const value = VALUES.get(letter)
    if (value === undefined) return null
    buffer = (buffer << 5) | value
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[at] = buffer >> bits
    at += 1
    buffer &= (1 << bits) - 1
  }
  return bits < 5 && buffer === 0 ? bytes : null
}
