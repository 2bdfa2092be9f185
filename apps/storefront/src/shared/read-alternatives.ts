import { type Alternative, alternativeSchema } from '@foyer/contract'
import * as z from 'zod/mini'

const refusalSchema = z.object({ alternatives: z.array(alternativeSchema) })

/** What a refused hold offers instead, nearest first; null where the refusal has no such list. */
export function readAlternatives(details: unknown): readonly Alternative[] | null {
  return z.safeParse(refusalSchema, details).data?.alternatives ?? null
}
