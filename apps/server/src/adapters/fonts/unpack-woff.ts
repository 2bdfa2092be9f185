import { inflateSync } from 'node:zlib'

/** Sizes in bytes: WOFF's header, an entry of its directory, and the same two in a plain font. */
const HEADER = 44
const ENTRY = 20
const PLAIN_HEADER = 12
const PLAIN_ENTRY = 16

const aligned = (length: number): number => (length + 3) & ~3

/**
 * Unpacks a WOFF file into the plain font in it (W3C WOFF 1.0, section 4): the library that reads
 * fonts would otherwise unpack a whole table for every letter.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = HEADER + index * ENTRY
    const offset = woff.readUInt32BE(at + 4)
    const packedLength = woff.readUInt32BE(at + 8)
    const length = woff.readUInt32BE(at + 12)
    const packed = woff.subarray(offset, offset + packedLength)
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      length,
      bytes: packedLength < length ? inflateSync(packed) : packed,
    }
  })

  const size = tables.reduce((sum, { length }) => sum + aligned(length), 0)
  let offset = PLAIN_HEADER + count * PLAIN_ENTRY
  const font = Buffer.alloc(offset + size)
  const power = 2 ** Math.floor(Math.log2(count))
  woff.copy(font, 0, 4, 8)
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(power * PLAIN_ENTRY, 6)
  font.writeUInt16BE(Math.log2(power), 8)
  font.writeUInt16BE((count - power) * PLAIN_ENTRY, 10)
  tables.forEach(({ tag, checksum, length, bytes }, index) => {
    const at = PLAIN_HEADER + index * PLAIN_ENTRY
    tag.copy(font, at)
    font.writeUInt32BE(checksum, at + 4)
    font.writeUInt32BE(offset, at + 8)
    font.writeUInt32BE(length, at + 12)
    bytes.copy(font, offset)
    offset += aligned(length)
  })
  return font
}
