import * as z from 'zod/mini'
import { STAFF_ERRORS, staffWho } from './access.ts'
import { bulkPreview } from './bulk-changes.ts'
import { endpoint } from './endpoint.ts'
import { text, uuid } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'

/** Tables of the catalogue as CSV files. */

/** What a file has rows of; ticket types, sessions and access codes are those of one event. */
export const FILE_KINDS = [
  'events',
  'ticket_types',
  'sessions',
  'access_codes',
  'coupon_codes',
] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** How large a file may be: ten thousand sessions with prices. */
export const IMPORT_BYTES = 1_000_000

const importResult = z.object({
  /** How many rows the file has, and what becomes of them. */
  rows: z.int(),
  creates: z.int(),
  changes: z.int(),
  unchanged: z.int(),
  /** What is wrong with it: nothing is imported unless this is empty. The first ones of many. */
  problems: z.array(
    z.object({
      /** The line in the file, from 1. */
      line: z.int(),
      /** The head of the column; null: the line as a whole. */
      column: z.nullable(z.string()),
      message: z.string(),
    }),
  ),
  /** Of sessions: what the bulk change touches that creates them. */
  preview: z.nullable(bulkPreview),
  /** Whether it was imported; of sessions, whether the bulk change was started. */
  isDone: z.boolean(),
})
export type ImportResult = z.output<typeof importResult>

export const csvFile = z.object({ name: z.string(), text: z.string(), rows: z.int() })

const base = { admission: 'finish', limits: BACK_OFFICE } as const

export const catalogFiles = {
  importFile: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/imports',
    isLong: true,
    access: staffWho('catalog.change'),
    summary: 'Tries a CSV file, or imports it as a whole',
    // In JSON a character may take six.
    bodyBytes: 2 * IMPORT_BYTES,
    body: z.object({
      kind: z.enum(FILE_KINDS),
      /** Of ticket types, sessions and access codes. */
      eventId: z.optional(uuid),
      text: z.string().check(z.maxLength(IMPORT_BYTES)),
      /** Tries it: says what would be done, and changes nothing. */
      isDryRun: z.boolean(),
      /** Of sessions: that of the preview that was shown. */
      digest: z.optional(text(64)),
    }),
    output: importResult,
    errors: [
      ...STAFF_ERRORS,
      'validation_failed',
      'event_not_found',
      'ticket_type_not_found',
      'changed_meanwhile',
      'bulk_change_running',
    ],
  }),
  exportFile: endpoint({
    ...base,
    method: 'GET',
    path: '/api/admin/exports',
    isLong: true,
    access: staffWho('catalog.read'),
    reads: 'recent',
    summary: 'A table of the catalogue as a CSV file, which can be imported again',
    query: z.object({
      kind: z.enum(FILE_KINDS),
      eventId: z.optional(uuid),
      /** Of coupon codes: those of one group alone. */
      groupId: z.optional(uuid),
    }),
    output: csvFile,
    errors: [...STAFF_ERRORS, 'validation_failed', 'event_not_found'],
  }),
} as const
