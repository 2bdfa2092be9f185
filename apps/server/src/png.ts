import { crc32, deflateSync } from 'node:zlib'

/** The colour types of PNG that are used here, with their bits per sample. */
const FORMATS = { rgb: [8, 2], blackAndWhite: [1, 0] } as const

/**
 * A PNG. Each row begins with its filter (0), followed by its pixels in the format: three bytes each, or
 * eight in a byte.
 */
export function pngOf(
  width: number,
  height: number,
  format: keyof typeof FORMATS,
  rows: Uint8Array,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([...FORMATS[format], 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, check])
}
