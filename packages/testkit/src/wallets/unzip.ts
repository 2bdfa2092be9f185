import { inflateRawSync } from 'node:zlib'

const CENTRAL = 0x02014b50
const END = Buffer.from('PK\x05\x06', 'latin1')

/** The files of a small zip archive, by its central directory. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = archive.lastIndexOf(END)
  let at = archive.readUInt32LE(end + 16)
  while (archive.readUInt32LE(at) === CENTRAL) {
    const method = archive.readUInt16LE(at + 10)
    const size = archive.readUInt32LE(at + 20)
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field))
    const header = archive.readUInt32LE(at + 42)
    const start =
      header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
    const packed = archive.subarray(start, start + size)
    const path = archive.toString('utf8', at + 46, at + 46 + (name ?? 0))
    files.set(path, method === 0 ? packed : inflateRawSync(packed))
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}
