/** Width and height of a PNG or WebP, so that a page can reserve its space; null for other bytes. */
export function pictureSize(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.toString('latin1', 1, 4) === 'PNG') {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  const form = bytes.toString('latin1', 12, 16)
  if (form === 'VP8X') {
    return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  }
  if (form === 'VP8L') {
    const sizes = bytes.readUInt32LE(21)
    return { width: 1 + (sizes & 0x3fff), height: 1 + ((sizes >> 14) & 0x3fff) }
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}
