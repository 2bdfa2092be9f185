import * as z from 'zod/mini'

/** A whole number as it is typed, read by the schema of a contract's field. */
export const wholeNumber = <Output>(schema: z.ZodMiniType<Output, number>) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => (typed.trim() === '' ? Number.NaN : Number(typed))),
    ),
    schema,
  )
