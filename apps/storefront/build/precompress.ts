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

/** Smaller files travel in one packet or two anyway. */
const WORTH_IT_BYTES = 1024

/** Writes each text file's brotli and gzip form beside it: the server sends bytes, it compresses none. */
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
