import * as z from 'zod/mini'

/** Texts of a line each, as one field has them. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The text of a field, read as lines. */
export const lines = z.pipe(z.string(), z.transform(linesOf))
