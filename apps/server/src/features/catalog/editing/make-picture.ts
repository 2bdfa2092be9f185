import { createHash } from 'node:crypto'
import { granted, type Result, refused } from '@foyer/contract'
import { PICTURE_FORMATS, PICTURE_WIDTHS, type PictureFormat, WHOLE_PICTURE } from '@foyer/domain'
import type { OutputInfo, Sharp } from 'sharp'
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
  /** A camera of 50 megapixels; decoded it takes 150 MB. */
  pixels: 50_000_000,
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
  if (upload.length > PICTURE_LIMITS.bytes) return TOO_LARGE
  if (!isSupported(upload)) return NOT_SUPPORTED
  const size = await sizeOf(upload)
  if (!size) return NOT_SUPPORTED
  if (size.width * size.height > PICTURE_LIMITS.pixels) return TOO_LARGE
  const [shorter = 0, longer = 0] = [size.width, size.height].sort((a, b) => a - b)
  if (shorter < PICTURE_LIMITS.side || longer > shorter * PICTURE_LIMITS.ratio) return TOO_SMALL
  const pixels = await decode(upload)
  if (!pixels) return NOT_SUPPORTED
  const hash = createHash('sha256')
    .update(`${MAKING} ${focus.x} ${focus.y} `)
    .update(upload)
    .digest('hex')
    .slice(0, 20)
  return granted({ hash, ...size, focus, files: await cropAll(pixels, focus) })
}

const NOT_SUPPORTED = refused(
  'picture_not_supported',
  'This is no complete picture as JPEG, PNG, WebP or AVIF.',
)
const TOO_LARGE = refused('picture_too_large', 'A picture has at most 20 MB and 50 million pixels.')
const TOO_SMALL = refused(
  'picture_too_small',
  `A picture is at least ${PICTURE_LIMITS.side} pixels wide and high, and its longer side is at most ${PICTURE_LIMITS.ratio} times its shorter one.`,
)

/**
 * Whether the first bytes are those of a supported format. They decide which decoder reads the rest,
 * so no decoder but these four is ever given an upload. The length of AVIF's first box is checked
 * because any four bytes could precede its name: with '<!--' there, the rest is read as SVG.
 */
function isSupported(upload: Buffer): boolean {
  const at = (offset: number, text: string) =>
    upload.subarray(offset, offset + text.length).equals(Buffer.from(text, 'latin1'))
  return (
    at(0, '\xff\xd8\xff') ||
    at(0, '\x89PNG\r\n\x1a\n') ||
    (at(0, 'RIFF') && at(8, 'WEBP')) ||
    (at(4, 'ftypavif') && upload.readUInt32BE(0) <= LONGEST_FIRST_BOX)
  )
}

const LONGEST_FIRST_BOX = 2048

/** Loaded with the first picture: a server that is given none does without its memory. */
const loadSharp = async () => (await import('sharp')).default

/** The size that the picture's head declares, read without decoding it; null if it has none. */
async function sizeOf(upload: Buffer): Promise<{ width: number; height: number } | null> {
  const sharp = await loadSharp()
  const head = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  return head && { width: head.autoOrient.width, height: head.autoOrient.height }
}

interface Pixels {
  data: Buffer
  info: OutputInfo
}

/** Null if the picture is damaged. */
async function decode(upload: Buffer): Promise<Pixels | null> {
  const sharp = await loadSharp()
  return sharp(upload, { limitInputPixels: PICTURE_LIMITS.pixels, failOn: 'error' })
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
