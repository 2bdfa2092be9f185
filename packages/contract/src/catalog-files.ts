import * as z from 'zod/mini'
import { STAFF_ERRORS, staffWho } from './access.ts'
import { bulkPreview } from './bulk-changes.ts'
import { endpoint } from './endpoint.ts'
import { text, uuid } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'
import { flag } from './office-catalog.ts'
import { tableSchema } from './table.ts'

/** Tables of the catalogue as files. */

/** What a file has rows of; ticket types, sessions and access codes are those of one event. */
export const FILE_KINDS = [
  'events',
  'ticket_types',
  'sessions',
  'access_codes',
  'coupon_codes',
] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** How large a file may be: ten thousand sessions with prices, two bytes a letter. */
export const IMPORT_BYTES = 2_000_000

/** Which of the first two numbers of 6/5/2027 is the day. */
export const DATE_ORDERS = ['day first', 'month first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

const importResult = z.object({
  /** How many rows the file has, and what becomes of them. */
  rows: z.int(),
  creates: z.int(),
  changes: z.int(),
  unchanged: z.int(),
  /** What is wrong with it: nothing is imported unless this is empty. The first ones of many. */
  problems: z.array(
    z.object({
      /** The line of the file, or the row of its sheet, from 1. */
      line: z.int(),
      /** The head of the column; null: the line as a whole. */
      column: z.nullable(z.string()),
      message: z.string(),
    }),
  ),
  /**
   * A date that means two days, where no other one of the file says which. The call is made again with the
   * answer as `dateOrder`; until then nothing is found or done. Null: nothing is asked.
   */
  asks: z.nullable(z.object({ text: z.string(), dayFirst: z.string(), monthFirst: z.string() })),
  /** A file from before Unicode: in which letters it was read, with a few words. Null: there is no doubt. */
  readAs: z.nullable(z.object({ encoding: z.string(), sample: z.string() })),
  /** Of sessions: what the bulk change touches that creates them. */
  preview: z.nullable(bulkPreview),
  /** Whether it was imported; of sessions, whether the bulk change was started. */
  isDone: z.boolean(),
})
export type ImportResult = z.output<typeof importResult>

const base = { admission: 'finish', limits: BACK_OFFICE } as const

export const catalogFiles = {
  importFile: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/imports',
    isLong: true,
    access: staffWho('catalog.change'),
    summary: 'Tries a table (.xlsx, .csv, .txt), or imports it as a whole',
    upload: { bytes: IMPORT_BYTES },
    query: z.object({
      kind: z.enum(FILE_KINDS),
      /** Of ticket types, sessions and access codes. */
      eventId: z.optional(uuid),
      /** Tries it: says what would be done, and changes nothing. */
      isDryRun: flag,
      /** Of sessions: that of the preview that was shown. */
      digest: z.optional(text(64)),
      /** The answer to what was asked. */
      dateOrder: z.optional(z.enum(DATE_ORDERS)),
      /** Of the person: decides between letters of a file from before Unicode that are equally likely. */
      language: z.optional(text(35)),
    }),
    output: importResult,
    errors: [
      ...STAFF_ERRORS,
      'validation_failed',
      'event_not_found',
      'ticket_type_not_found',
      'room_not_found',
      'changed_meanwhile',
      'bulk_change_running',
      'too_complex',
      'unsupported_media_type',
      'payload_too_large',
      'malformed_body',
      'busy',
    ],
  }),
  exportFile: endpoint({
    ...base,
    method: 'GET',
    path: '/api/admin/exports',
    isLong: true,
    access: staffWho('catalog.read'),
    reads: 'recent',
    summary: 'A table of the catalogue, which can be imported again',
    query: z.object({
      kind: z.enum(FILE_KINDS),
      eventId: z.optional(uuid),
      /** Of coupon codes: those of one group alone. */
      groupId: z.optional(uuid),
    }),
    output: tableSchema,
    errors: [...STAFF_ERRORS, 'validation_failed', 'event_not_found'],
  }),
} as const
