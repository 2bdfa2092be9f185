import { catalogFiles } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { serve } from '../../../http/endpoint.ts'
import { exportFile } from './export-file.ts'
import { importFile } from './import-file.ts'

/** Tables of the catalogue as files. */
export function catalogFileRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, catalogFiles.importFile, { handle: importFile })
  serve(app, context, catalogFiles.exportFile, { handle: exportFile })
}
