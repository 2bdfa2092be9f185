import { COMMON } from '../methods/params.ts'
import { metadata } from '../wire/metadata.ts'
import { boolean, clearable, object, text, type Values } from '../wire/params.ts'

/** Reads only the text of the evidence, by which Stripe's test mode decides. */
export const DISPUTE = {
  ...COMMON,
  evidence: object({ uncategorized_text: clearable(text(20_000)) }),
  metadata,
  submit: boolean,
}

export type DisputeValues = Values<typeof DISPUTE>
