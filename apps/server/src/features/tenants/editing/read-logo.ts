import { createHash } from 'node:crypto'
import { granted, LOGO_BYTES, LOGO_UPLOAD_BYTES, type Result, refused } from '@foyer/contract'
import { decodedBytes } from '../../../engine/pictures/decoded-bytes.ts'
import { kindOf, type PictureKind } from '../../../engine/pictures/picture-kind.ts'
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

/** Pixels before a picture is decoded: a file of a kilobyte may unpack to gigabytes. */
const MOST_PIXELS = 40_000_000
/** What as many pixels take in four channels of 8 bits; of 16 bits or of decimals they take more. */
const MOST_DECODED_BYTES = 160_000_000
const MOST_SECONDS = 20
/**
 * The longer side, in pixels: the first with which a logo is small enough. The logo of a header is 40 pixels
 * high; on the best screens it has three of them for each.
 */
const SIDES = [1200, 800, 500, 300]
const LONGEST_SIDE = 20_000

const notUsable = (reason: string) => refused('logo_not_usable', reason)

/** Reads an SVG, in the sandbox or, for the operator's own files, at once. */
type ReadSvg = (text: string) => Promise<Result<ReturnType<typeof readSvg>, 'busy' | 'too_complex'>>

/**
 * Reads a logo. A picture is decoded and encoded anew as PNG, so nothing of the upload but its pixels is
 * stored. An SVG is stored as it is, if it draws and does nothing else (safe-svg.ts): it is sharp in every
 * size, and the server, which has no fonts for its words, need not draw it.
 */
export async function readLogo(
  bytes: Buffer,
  svg: ReadSvg,
): Promise<Result<Logo, 'logo_not_usable' | 'busy' | 'too_complex'>> {
  if (bytes.length > LOGO_UPLOAD_BYTES) return notUsable('The file of a logo has at most 10 MB.')
  const file = kindOf(bytes)
  if (file && 'kind' in file) return readPicture(bytes, file.kind)
  if (file) return notUsable(file.reason)
  const text = textOf(bytes)
  if (text === null) return NO_LOGO
  if (bytes.length > LOGO_BYTES) {
    return notUsable('A logo as SVG has at most 256 kB. Save it simpler, or as PNG.')
  }
  const read = await svg(text)
  if (!read.ok) return read
  return 'reason' in read.value
    ? notUsable(read.value.reason)
    : logoOf(bytes, read.value, 'image/svg+xml')
}

const NO_LOGO = notUsable(
  'This file is no picture. A logo is an SVG, PNG, JPEG, WebP, AVIF, GIF or TIFF.',
)

/** Only UTF-8 is read: another encoding could hide what a browser then finds. */
function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

async function readPicture(
  bytes: Buffer,
  kind: PictureKind,
): Promise<Result<Logo, 'logo_not_usable'>> {
  // Loaded with the first picture: a server that is given none does without its memory.
  const { default: sharp } = await import('sharp')
  try {
    const head = await sharp(bytes, { limitInputPixels: false }).metadata()
    const { width, height } = head
    if (width * height > MOST_PIXELS) {
      return notUsable(
        `This ${kind} has ${width} x ${height} pixels; a logo has at most 40 megapixels. Save it smaller.`,
      )
    }
    const decoded = decodedBytes(head)
    if (decoded > MOST_DECODED_BYTES) {
      return notUsable(
        `This ${kind} has ${width} x ${height} pixels of ${decoded / (width * height)} bytes; unpacked, a logo has at most 160 MB. Save it smaller.`,
      )
    }
    for (const side of SIDES) {
      const { data, info } = await sharp(bytes, {
        limitInputPixels: MOST_PIXELS,
        failOn: 'error',
      })
        .timeout({ seconds: MOST_SECONDS })
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .png({ compressionLevel: 9 })
        .toBuffer({ resolveWithObject: true })
      if (data.length <= LOGO_BYTES) return logoOf(data, info, 'image/png')
    }
    return notUsable('This picture has too many details for a logo. Save it smaller.')
  } catch {
    return notUsable(`This ${kind} is damaged or not complete. Save it once more, as PNG.`)
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
