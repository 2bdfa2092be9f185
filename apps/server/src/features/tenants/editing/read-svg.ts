import { whyNotSafe } from './safe-svg.ts'

export interface SvgSize {
  width: number
  height: number
}

/** What may stand before the root of an SVG, each with its end. */
const PROLOG = [
  ['<?xml', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE', '>'],
] as const

/**
 * Reads the size of an SVG that draws and does nothing else, or says why it is refused. It runs in the
 * sandbox (worker/sandbox.ts), in time that grows with the length of the text alone.
 */
export function readSvg(text: string): SvgSize | { reason: string } {
  const tag = rootTag(text)
  if (tag === null) return { reason: 'A logo is an SVG or a PNG.' }
  const unsafe = whyNotSafe(text)
  return unsafe ? { reason: unsafe } : sizeOf(tag)
}

/** The tag that opens the root; null if the text does not begin with one. */
function rootTag(text: string): string | null {
  let at = 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1
    const part = PROLOG.find(([begin]) => text.startsWith(begin, at))
    if (!part) break
    const [begin, end] = part
    const endsAt = text.indexOf(end, at + begin.length)
    if (endsAt === -1) return null
    at = endsAt + end.length
  }
  if (!/^<svg[\s>]$/.test(text.slice(at, at + 5))) return null
  const endsAt = text.indexOf('>', at)
  return endsAt === -1 ? null : text.slice(at, endsAt + 1)
}

function sizeOf(tag: string): SvgSize {
  const box = /\sviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(tag)
  const width = box?.[1] ?? /\swidth\s*=\s*["']([\d.]+)(?:px)?["']/.exec(tag)?.[1]
  const height = box?.[2] ?? /\sheight\s*=\s*["']([\d.]+)(?:px)?["']/.exec(tag)?.[1]
  return { width: Math.round(Number(width)), height: Math.round(Number(height)) }
}
