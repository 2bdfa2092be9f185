import * as z from 'zod/mini'

/** A table that the caller saves as a file, in the format of its choice (`@foyer/tables`). */
export const tableSchema = z.object({
  /** Of the file, without its ending. */
  name: z.string(),
  heads: z.array(z.string()),
  /** Identifiers are texts, amounts and counts are numbers. */
  rows: z.array(z.array(z.nullable(z.union([z.string(), z.number(), z.boolean()])))),
})
export type TableOutput = z.output<typeof tableSchema>
