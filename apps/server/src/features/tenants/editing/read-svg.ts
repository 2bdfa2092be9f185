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
  if (tag === null) {
    return {
      reason: 'This file is no picture. A logo is an SVG, PNG, JPEG, WebP, AVIF, GIF or TIFF.',
    }
  }
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

/** CSS pixels of each unit that drawing programs write; without one it is pixels. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
}

function sizeOf(tag: string): SvgSize {
  const box = /\sviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(tag)
  const width = /\swidth\s*=\s*["']([\d.]+)(px|pt|pc|mm|cm|in|)["']/.exec(tag)
  const height = /\sheight\s*=\s*["']([\d.]+)(px|pt|pc|mm|cm|in|)["']/.exec(tag)
  const pixels = (match: RegExpExecArray | null) =>
    Math.round(Number(match?.[1]) * (UNITS[match?.[2] ?? ''] ?? 1))
  return box
    ? { width: Math.round(Number(box[1])), height: Math.round(Number(box[2])) }
    : { width: pixels(width), height: pixels(height) }
}
