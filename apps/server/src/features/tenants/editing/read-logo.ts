import { createHash } from 'node:crypto'
import { granted, LOGO_BYTES, type Result, refused } from '@foyer/contract'
import type { readSvg, SvgSize } from './read-svg.ts'

export interface Logo {
  /**
   * The file's name, which changes with the content and contains the size that pages reserve space
   * for: 1f2e…-120x40.svg.
   */
  file: string
  mediaType: 'image/png' | 'image/svg+xml'
  bytes: Buffer
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Pixels of a PNG before it is decoded: a file of a kilobyte may unpack to gigabytes. */
const MOST_PIXELS = 16_000_000
/** The logo of a header is 40 pixels high; on the best screens it has three of them for each. */
const MOST_SIDE = 1200
const LONGEST_SIDE = 20_000

const notUsable = (reason: string) => refused('logo_not_usable', reason)

/** Reads an SVG, in the sandbox or, for the operator's own files, at once. */
type ReadSvg = (text: string) => Promise<Result<ReturnType<typeof readSvg>, 'busy' | 'too_complex'>>

/**
 * Reads a logo. A PNG is decoded and encoded anew, so nothing of the upload but its pixels is stored. An
 * SVG is stored as it is, if it draws and does nothing else (safe-svg.ts).
 */
export async function readLogo(
  bytes: Buffer,
  svg: ReadSvg,
): Promise<Result<Logo, 'logo_not_usable' | 'busy' | 'too_complex'>> {
  if (bytes.length > LOGO_BYTES) return notUsable('A logo has at most 256 kB.')
  if (bytes.subarray(0, PNG.length).equals(PNG)) return readPng(bytes)
  const text = textOf(bytes)
  if (text === null) return notUsable('A logo is an SVG or a PNG.')
  const read = await svg(text)
  if (!read.ok) return read
  return 'reason' in read.value
    ? notUsable(read.value.reason)
    : logoOf(bytes, read.value, 'image/svg+xml')
}

/** Only UTF-8 is read: another encoding could hide what a browser then finds. */
function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

async function readPng(bytes: Buffer): Promise<Result<Logo, 'logo_not_usable'>> {
  const [width, height] = bytes.length > 24 ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : []
  if (!width || !height) return notUsable('This PNG is damaged.')
  if (width * height > MOST_PIXELS) return notUsable('A logo has at most 16 megapixels.')
  // Loaded with the first PNG: a server that is given none does without its memory.
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .resize({ width: MOST_SIDE, height: MOST_SIDE, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    if (data.length > LOGO_BYTES) return notUsable('A logo has at most 256 kB.')
    return logoOf(data, info, 'image/png')
  } catch {
    return notUsable('This PNG is damaged.')
  }
}

function logoOf(
  bytes: Buffer,
  { width, height }: SvgSize,
  mediaType: Logo['mediaType'],
): Result<Logo, 'logo_not_usable'> {
  if (!(width > 0 && height > 0)) return notUsable('A logo needs a size: give the SVG a viewBox.')
  if (Math.max(width, height) > LONGEST_SIDE) return notUsable('A logo has sides up to 20,000.')
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  const ending = mediaType === 'image/png' ? 'png' : 'svg'
  return granted({ file: `${version}-${width}x${height}.${ending}`, mediaType, bytes })
}
