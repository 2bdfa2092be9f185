import { type EventDetailsInput, staffApi } from '@foyer/contract'
import * as z from 'zod/mini'
import { chosenId } from '../../shared/charge-fields.tsx'
import { lines, linesOf } from '../../shared/text-lines.ts'

/** The details of an event as the fields of a form have them, and the way from one to the other. */

const body = staffApi.changeOfficeEvent.body.shape

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const number = z.pipe(z.string(), z.transform(numberOf))

const TRANSFERS = { default: null, yes: true, no: false } as const
type Transfer = keyof typeof TRANSFERS

const lineUpRow = z.object({
  name: z.string(),
  role: z.pipe(
    z.string(),
    z.transform((text) => text.trim() || null),
  ),
  time: z.pipe(
    z.string(),
    z.transform((text) => text || null),
  ),
})

/** What the form checks: the schema of the call, behind the texts that people type. */
export const detailsSchema = z.pipe(
  z.object({
    ...body,
    feeSetId: chosenId,
    doorsMinutes: z.pipe(number, body.doorsMinutes),
    minimumAge: z.pipe(number, body.minimumAge),
    accessNotes: z.pipe(lines, body.accessNotes),
    lineUp: z.pipe(z.array(lineUpRow), body.lineUp),
    isTransferable: z.enum(['default', 'yes', 'no']),
    /** Whether the default lines of important information are shown. */
    hasDefaultInformation: z.boolean(),
    importantInformation: z.pipe(
      z.pipe(
        z.string(),
        z.transform((text): string[] | null => linesOf(text)),
      ),
      body.importantInformation,
    ),
  }),
  z.transform(({ hasDefaultInformation, importantInformation, isTransferable, ...details }) => ({
    ...details,
    isTransferable: TRANSFERS[isTransferable],
    importantInformation: hasDefaultInformation ? null : importantInformation,
  })),
)
export type DetailsValues = z.input<typeof detailsSchema>

const transferOf = (isTransferable: boolean | null): Transfer =>
  isTransferable === null ? 'default' : isTransferable ? 'yes' : 'no'

/** The values of the fields. */
export function detailsValues({
  feeSetId,
  doorsMinutes,
  minimumAge,
  accessNotes,
  lineUp,
  isTransferable,
  importantInformation,
  ...same
}: EventDetailsInput & { version: string }): DetailsValues {
  return {
    ...same,
    feeSetId: feeSetId ?? '',
    doorsMinutes: doorsMinutes?.toString() ?? '',
    minimumAge: minimumAge?.toString() ?? '',
    accessNotes: accessNotes.join('\n'),
    lineUp: lineUp.map(({ name, role, time }) => ({ name, role: role ?? '', time: time ?? '' })),
    isTransferable: transferOf(isTransferable),
    hasDefaultInformation: importantInformation === null,
    importantInformation: importantInformation?.join('\n') ?? '',
  }
}

/** The values of an event that somebody else has changed; null if it is none. */
export function currentDetails(current: unknown): DetailsValues | null {
  const read = staffApi.changeOfficeEvent.body.safeParse(current)
  return read.success ? detailsValues(read.data) : null
}
