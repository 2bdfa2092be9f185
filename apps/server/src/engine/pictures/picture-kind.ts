/** What sharp reads here. Its first bytes decide which decoder gets a file, so no other one ever does. */
export type PictureKind = 'JPEG' | 'PNG' | 'WebP' | 'AVIF' | 'GIF' | 'TIFF'

/** Kinds that people have and that cannot be read; each sentence says what works instead. */
const UNREADABLE = {
  heic: 'This is a HEIC photo, as iPhones take them, which is not readable here. Open it on the phone or the computer and save it as JPEG. (iPhone: Settings, Camera, Formats, Most Compatible.)',
  pdf: 'This is a PDF, which may have many pages. Save the page as JPEG or PNG and choose that file.',
  psd: 'This is a Photoshop file. Save it as JPEG or PNG and choose that file.',
  zip: 'This is an archive or a document with pictures in it. Choose one picture as JPEG or PNG.',
  bmp: 'This is a BMP picture. Save it as PNG and choose that file.',
  jxl: 'This is a JPEG XL picture, which is not readable here. Save it as JPEG or PNG.',
} as const

/** The content of a file: a kind, or why it is none. */
export type FileKind = { kind: PictureKind } | { reason: string } | null

/** What the first bytes of a file say it is; null if they are those of no picture. */
export function kindOf(file: Buffer): FileKind {
  const at = (offset: number, bytes: string) =>
    file.subarray(offset, offset + bytes.length).equals(Buffer.from(bytes, 'latin1'))
  if (at(0, '\xff\xd8\xff')) return { kind: 'JPEG' }
  if (at(0, '\x89PNG\r\n\x1a\n')) return { kind: 'PNG' }
  if (at(0, 'RIFF') && at(8, 'WEBP')) return { kind: 'WebP' }
  if (at(0, 'GIF87a') || at(0, 'GIF89a')) return { kind: 'GIF' }
  if (at(0, 'II*\0') || at(0, 'MM\0*')) return { kind: 'TIFF' }
  if (at(4, 'ftyp')) return ofBrands(file)
  if (at(0, '%PDF-')) return { reason: UNREADABLE.pdf }
  if (at(0, '8BPS')) return { reason: UNREADABLE.psd }
  if (at(0, 'PK\x03\x04')) return { reason: UNREADABLE.zip }
  if (at(0, 'BM') && at(6, '\0\0\0\0')) return { reason: UNREADABLE.bmp }
  if (at(0, '\xff\x0a') || at(0, '\0\0\0\x0cJXL ')) return { reason: UNREADABLE.jxl }
  return null
}

/** More than any writer lists. A longer box is none: any four bytes could stand before its name. */
const LONGEST_FIRST_BOX = 2048
const AVIF = ['avif', 'avis']
const HEIC = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis']

/** A file of ISO's box format: its first box names a major brand and those that can read it, too. */
function ofBrands(file: Buffer): FileKind {
  const length = file.readUInt32BE(0)
  if (length < 16 || length > LONGEST_FIRST_BOX || length > file.length) return null
  const brands = [file.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= length; at += 4) brands.push(file.toString('latin1', at, at + 4))
  if (brands.some((brand) => AVIF.includes(brand))) return { kind: 'AVIF' }
  return brands.some((brand) => HEIC.includes(brand)) ? { reason: UNREADABLE.heic } : null
}
