import { createHash } from 'node:crypto'
import { granted, type Result, refused } from '@foyer/contract'
import { PICTURE_FORMATS, PICTURE_WIDTHS, type PictureFormat, WHOLE_PICTURE } from '@foyer/domain'
import type { OutputInfo, Sharp } from 'sharp'
import { decodedBytes } from '../../../engine/pictures/decoded-bytes.ts'
import { kindOf, type PictureKind } from '../../../engine/pictures/picture-kind.ts'
import { invalidField } from '../../../engine/refusals.ts'

/** The point that crops keep in sight, as shares of width and height from the upper left corner. */
export interface Focus {
  x: number
  y: number
}

/** A picture as it is stored: no file of the upload itself, so nothing of it but pixels is kept. */
export interface ReadyPicture {
  hash: string
  /** Pixels of the upload, turned upright. */
  width: number
  height: number
  focus: Focus
  files: { file: string; bytes: Buffer }[]
}

const PICTURE_LIMITS = {
  bytes: 20 * 1024 * 1024,
  /** A poster in A3 at 600 dpi has 70 million. */
  pixels: 80_000_000,
  /** 80 million pixels take 240 MB in three channels of 8 bits, and 640 MB or more in other files. */
  decodedBytes: 290_000_000,
  /** A file that takes longer is made to take long. */
  seconds: 30,
  /** The shorter side. A smaller picture is blurred on a telephone's screen already. */
  side: 480,
  /** The longer side by the shorter one. Crops of a longer picture are enlarged from a few pixels. */
  ratio: 5,
} as const

/** The file that another focus is cropped from; it is not served. */
export const SOURCE_FILE = 'source.webp'

/** Counts up when crops are made in another way: the addresses then change with their content. */
const MAKING = 1
const SOURCE_SIDE = 2400
const CROP_QUALITY = 78
/** The qualities that the source is encoded with, until it fits: noise and fine sand need 8 MB at 90. */
const SOURCE_QUALITIES = [90, 70, 40]
/** What the database stores of one file. */
const FILE_BYTES = 4 * 1024 * 1024

/**
 * Checks a picture by its content and makes all files of it: without metadata, upright, in sRGB,
 * cropped around the focus. Takes a second or two of other threads, so it is called outside a
 * transaction.
 */
export async function makePicture(
  upload: Buffer,
  focus: Focus = { x: 0.5, y: 0.5 },
): Promise<
  Result<
    ReadyPicture,
    'validation_failed' | 'picture_not_supported' | 'picture_too_large' | 'picture_too_small'
  >
> {
  if (![focus.x, focus.y].every((share) => share >= 0 && share <= 1)) {
    return invalidField('focus', 'two numbers from 0 to 1')
  }
  if (upload.length > PICTURE_LIMITS.bytes) {
    return tooLarge(`It has ${inMillions(upload.length)} MB.`)
  }
  const file = kindOf(upload)
  if (file === null) return NO_PICTURE
  if ('reason' in file) return refused('picture_not_supported', file.reason)
  const size = await sizeOf(upload)
  if (!size) return damaged(file.kind)
  const { width, height, decoded } = size
  if (width * height > PICTURE_LIMITS.pixels) {
    return tooLarge(`It has ${width} x ${height} pixels, ${inMillions(width * height)} million.`)
  }
  if (decoded > PICTURE_LIMITS.decodedBytes) {
    return tooLarge(
      `It has ${width} x ${height} pixels of ${decoded / (width * height)} bytes, unpacked ${inMillions(decoded)} MB.`,
    )
  }
  const [shorter = 0, longer = 0] = [width, height].sort((a, b) => a - b)
  if (shorter < PICTURE_LIMITS.side) {
    return refused(
      'picture_too_small',
      `The picture has ${width} x ${height} pixels. It needs at least ${PICTURE_LIMITS.side} in both directions, to be sharp on a telephone.`,
    )
  }
  if (longer > shorter * PICTURE_LIMITS.ratio) {
    return refused(
      'picture_too_small',
      `The picture has ${width} x ${height} pixels. Its longer side may be at most ${PICTURE_LIMITS.ratio} times its shorter one.`,
    )
  }
  const pixels = await decode(upload)
  if (!pixels) return damaged(file.kind)
  const hash = createHash('sha256')
    .update(`${MAKING} ${focus.x} ${focus.y} `)
    .update(upload)
    .digest('hex')
    .slice(0, 20)
  return granted({ hash, width, height, focus, files: await cropAll(pixels, focus) })
}

const READABLE = 'JPEG, PNG, WebP, AVIF, GIF and TIFF are readable.'
const NO_PICTURE = refused('picture_not_supported', `This file is no picture. ${READABLE}`)
const damaged = (kind: PictureKind) =>
  refused(
    'picture_not_supported',
    `This ${kind} is damaged or not complete. Save it once more, or as JPEG or PNG, and choose that file.`,
  )
const tooLarge = (what: string) =>
  refused(
    'picture_too_large',
    `${what} A picture has at most 20 MB, 80 million pixels and, unpacked, 290 MB. Save it smaller: 2,400 pixels are enough.`,
  )
const inMillions = (count: number): number => Math.ceil(count / 1_000_000)

/** Loaded with the first picture: a server that is given none does without its memory. */
const loadSharp = async () => (await import('sharp')).default

interface Size {
  width: number
  height: number
  /** Bytes that all of its pixels take. */
  decoded: number
}

/** The size that the picture's head declares, read without decoding it; null if it has none. */
async function sizeOf(upload: Buffer): Promise<Size | null> {
  const sharp = await loadSharp()
  const head = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  return head && { ...head.autoOrient, decoded: decodedBytes(head) }
}

interface Pixels {
  data: Buffer
  info: OutputInfo
}

/** Null if the picture is damaged. Of several pictures (an animation, pages) it is the first. */
async function decode(upload: Buffer): Promise<Pixels | null> {
  const sharp = await loadSharp()
  return sharp(upload, { limitInputPixels: PICTURE_LIMITS.pixels, failOn: 'error' })
    .timeout({ seconds: PICTURE_LIMITS.seconds })
    .autoOrient()
    .resize(SOURCE_SIDE, SOURCE_SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
}

async function cropAll(pixels: Pixels, focus: Focus): Promise<ReadyPicture['files']> {
  const sharp = await loadSharp()
  const { data, info } = pixels
  const open = () => sharp(data, { raw: { ...info, channels: info.channels } })
  const webp = { quality: CROP_QUALITY, effort: 3 }
  const whole = { fit: 'inside', withoutEnlargement: true } as const
  const files = [
    { file: SOURCE_FILE, bytes: await encodeSource(open) },
    {
      file: 'whole.webp',
      bytes: await open().resize(WHOLE_PICTURE, WHOLE_PICTURE, whole).webp(webp).toBuffer(),
    },
  ]
  for (const format of ['poster', 'wide', 'thumb', 'social'] as const) {
    const area = cropAround(info, format, focus)
    for (const width of PICTURE_WIDTHS[format]) {
      const crop = open().extract(area).resize(width, heightOf(format, width), { fit: 'fill' })
      files.push(
        // Not every messenger and mail program shows WebP.
        format === 'social'
          ? {
              file: `${format}-${width}.jpg`,
              bytes: await crop.jpeg({ quality: 80, mozjpeg: true }).toBuffer(),
            }
          : { file: `${format}-${width}.webp`, bytes: await crop.webp(webp).toBuffer() },
      )
    }
  }
  return files
}

async function encodeSource(open: () => Sharp): Promise<Buffer> {
  let bytes = Buffer.alloc(0)
  for (const quality of SOURCE_QUALITIES) {
    bytes = await open().webp({ quality, effort: 2 }).toBuffer()
    if (bytes.length <= FILE_BYTES) break
  }
  return bytes
}

const heightOf = (format: PictureFormat, width: number): number => {
  const shape = PICTURE_FORMATS[format]
  return Math.round((width * shape.height) / shape.width)
}

/** The largest area of a format's shape, with the focus as near to its middle as the edges allow. */
function cropAround(
  { width, height }: { width: number; height: number },
  format: PictureFormat,
  focus: Focus,
): { left: number; top: number; width: number; height: number } {
  const shape = PICTURE_FORMATS[format]
  const ratio = shape.width / shape.height
  const w = Math.round(Math.min(width, height * ratio))
  const h = Math.round(Math.min(height, width / ratio))
  const within = (middle: number, length: number, most: number) =>
    Math.round(Math.min(Math.max(middle - length / 2, 0), most - length))
  return {
    left: within(focus.x * width, w, width),
    top: within(focus.y * height, h, height),
    width: w,
    height: h,
  }
}
