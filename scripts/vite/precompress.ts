import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, type ZlibOptions } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

const toGzip = promisify<Buffer, ZlibOptions, Buffer>(gzip)

const encodings = [
  { extension: '.br', compress: promisify(brotliCompress) },
  { extension: '.gz', compress: (source: Buffer) => toGzip(source, { level: 9 }) },
] as const

/** A smaller file fits in one or two packets anyway. */
const WORTH_IT_BYTES = 1024

/**
 * Writes the brotli and gzip form of each text file beside it, so that the server compresses
 * nothing.
 */
export function precompress(): Plugin {
  return {
    name: 'foyer:precompress',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css|svg)$/.test(fileName))
      await Promise.all(
        files.map(async (output) => {
          const source = Buffer.from(sourceOf(output))
          if (source.length < WORTH_IT_BYTES) return
          for (const { extension, compress } of encodings) {
            await writeFile(join(dir, output.fileName + extension), await compress(source))
          }
        }),
      )
    },
  }
}

const sourceOf = (output: Rolldown.OutputAsset | Rolldown.OutputChunk) =>
  output.type === 'chunk' ? output.code : output.source
