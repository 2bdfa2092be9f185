import { inflateSync } from 'node:zlib'
import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { qrPng } from './code-pictures.ts'

/** The pixels of a black and white PNG, true for white. */
function pixelsOf(png: Buffer): boolean[][] {
  const side = png.readUInt32BE(16)
  const at = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  const rowBytes = Math.ceil(side / 8) + 1
  return Array.from({ length: side }, (_, y) =>
    Array.from(
      { length: side },
      (_, x) => ((rows[y * rowBytes + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0,
    ),
  )
}

it('a code is drawn module by module, with four modules of white around it', () => {
  const text = 'FOYER:1:7K2M9-XQ4RT'
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const pixels = pixelsOf(qrPng(text))
  const scale = pixels.length / (size + 8)
  expect(Number.isInteger(scale)).toBe(true)
  const isDark = (x: number, y: number) => !pixels[(y + 0.5) * scale]?.[(x + 0.5) * scale]
  const drawn = data.map((row, y) => row.map((_, x) => isDark(x + 4, y + 4)))
  expect(drawn).toEqual(data)
  const margin = [0, 1, 2, 3, size + 4, size + 5, size + 6, size + 7]
  for (let along = 0; along < size + 8; along += 1) {
    for (const across of margin) {
      expect([isDark(along, across), isDark(across, along)]).toEqual([false, false])
    }
  }
})
