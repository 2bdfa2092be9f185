import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { BUSY } from '../../engine/refusals.ts'
import { refuse } from '../../http/endpoint.ts'

const HASH = /^[0-9a-f]{20}$/
/** The file that crops are made from is not among them. */
const FILE = /^(?:whole|(?:poster|wide|thumb|social)-\d{3,4})\.(webp|jpg)$/
const MEDIA_TYPES: Record<string, string> = { webp: 'image/webp', jpg: 'image/jpeg' }

/**
 * The files of organizers' pictures. Public, each for its own tenant. An address has a hash of the
 * content, so what is behind it never changes.
 */
export function pictureRoutes(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { hash: string; file: string } }>(
    '/pictures/:hash/:file',
    async (request, reply) => {
      const { hash, file } = request.params
      const mediaType = MEDIA_TYPES[FILE.exec(file)?.[1] ?? '']
      if (mediaType === undefined || !HASH.test(hash)) return reply.callNotFound()
      const found = await context.reads(async () => ({
        row: await context.db.withTenant(request.tenant.id, (tx) =>
          tx
            .selectFrom('picture_files')
            .select('bytes')
            .where('hash', '=', hash)
            .where('file', '=', file)
            .executeTakeFirst(),
        ),
      }))
      if (!found) return refuse(reply, BUSY.refusal)
      if (!found.row) return reply.callNotFound()
      return reply
        .type(mediaType)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(found.row.bytes)
    },
  )
}
