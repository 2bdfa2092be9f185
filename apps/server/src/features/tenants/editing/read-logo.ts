import { createHash } from 'node:crypto'
import { InvalidTenantChange, type Logo } from './change-tenant.ts'

const LARGEST_BYTES = 256 * 1024
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const SVG = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(<svg[\s>][^>]*>?)/

/** Throws {@link InvalidTenantChange} if the file is not a picture with a known size. */
export function readLogo(bytes: Buffer): Logo {
  if (bytes.length > LARGEST_BYTES) throw new InvalidTenantChange('A logo has at most 256 kB.')
  if (bytes.subarray(0, PNG.length).equals(PNG) && bytes.length > 24) {
    const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    return { file: nameOf(bytes, size, 'png'), mediaType: 'image/png', bytes }
  }
  const [, tag] = SVG.exec(bytes.toString('utf8')) ?? []
  if (!tag) throw new InvalidTenantChange('A logo is an SVG or a PNG.')
  return { file: nameOf(bytes, sizeOfSvg(tag), 'svg'), mediaType: 'image/svg+xml', bytes }
}

interface Size {
  width: number
  height: number
}

function sizeOfSvg(tag: string): Size {
  const box = /\sviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(tag)
  const width = box?.[1] ?? /\swidth\s*=\s*["']([\d.]+)(?:px)?["']/.exec(tag)?.[1]
  const height = box?.[2] ?? /\sheight\s*=\s*["']([\d.]+)(?:px)?["']/.exec(tag)?.[1]
  return { width: Math.round(Number(width)), height: Math.round(Number(height)) }
}

function nameOf(bytes: Buffer, { width, height }: Size, ending: string): string {
  if (!(width > 0 && height > 0)) {
    throw new InvalidTenantChange('A logo needs a size: give the SVG a viewBox.')
  }
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return `${version}-${width}x${height}.${ending}`
}
