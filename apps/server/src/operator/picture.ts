import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Database, TenantTx } from '@foyer/db'
import {
  type DescribedPicture,
  readPictureSource,
  setEventPicture,
  setTicketTypePicture,
  setVenuePicture,
} from '../features/catalog/editing/edit-pictures.ts'
import {
  type Focus,
  makePicture,
  type ReadyPicture,
} from '../features/catalog/editing/make-picture.ts'
import { findOrganizer, OperatorError, runCommand } from './command.ts'

/**
 * `npm run picture -- <tenant> event|venue|ticket-type <id>`: gives an event, its venue or a ticket
 * type a picture of the organizer's. Servers show it within seconds.
 */

const USAGE = `npm run picture -- <tenant> event <id> <file> --alt text [--focus 0.5,0.3]
npm run picture -- <tenant> event <id> --focus 0.5,0.3      (crops the picture it has anew)
npm run picture -- <tenant> venue <id> <file> --alt text    (its picture or map, shown whole)
npm run picture -- <tenant> ticket-type <id> <file> [--focus 0.5,0.3]
npm run picture -- <tenant> event|venue|ticket-type <id> --remove
    A file is a JPEG, PNG, WebP, AVIF, GIF or TIFF of at most 20 MB. The focus is the point that all crops
    show: two shares of width and height, from the upper left corner.`

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        alt: { type: 'string' },
        focus: { type: 'string' },
        remove: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

await runCommand('No picture was changed.', async (_, __, cells) => {
  const { values, positionals } = readArguments()
  const [slug = '', kind = '', id = '', file, ...others] = positionals
  if (others.length > 0) throw new OperatorError(`'${others[0]}' is one word too many.\n${USAGE}`)
  const { tenant, db } = findOrganizer(cells, slug, `Which organizer?\n${USAGE}`)
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw new OperatorError(`Of what?\n${USAGE}`)
  const focus = readFocus(values.focus)
  const set = (picture: DescribedPicture | null) =>
    db.withTenant(tenant.id, (tx) => setPicture(tx, tenant.id, { kind, id }, picture))

  if (values.remove) {
    explain(await set(null))
    process.stdout.write('It has no picture any more.\n')
    return true
  }
  const given = await readGiven(db, tenant.id, { kind, id, file, alt: values.alt, focus })
  const made = await makePicture(given.upload, focus)
  if (!made.ok) throw new OperatorError(made.refusal.message)
  explain(await set({ picture: made.value, alt: given.alt }))
  show(made.value)
  return true
})

interface Target {
  kind: string
  id: string
}

async function setPicture(
  tx: TenantTx,
  tenantId: number,
  { kind, id }: Target,
  picture: DescribedPicture | null,
) {
  if (kind === 'event') return setEventPicture(tx, tenantId, id, picture)
  if (kind === 'venue') return setVenuePicture(tx, tenantId, id, picture)
  if (kind === 'ticket-type') {
    return setTicketTypePicture(tx, tenantId, id, picture?.picture ?? null)
  }
  throw new OperatorError(`'${kind}' has no picture.\n${USAGE}`)
}

interface Given extends Target {
  file: string | undefined
  alt: string | undefined
  focus: Focus | undefined
}

/** The file that is named; without one, what the event's present picture was made from. */
async function readGiven(
  db: Database,
  tenantId: number,
  { kind, id, file, alt, focus }: Given,
): Promise<{ upload: Buffer; alt: string }> {
  if (file !== undefined) return { upload: await readFile(file), alt: alt ?? '' }
  if (!focus || kind !== 'event') throw new OperatorError(`Which file?\n${USAGE}`)
  const present = await db.withTenant(tenantId, (tx) => readPictureSource(tx, id))
  if (!present) throw new OperatorError('This event has no picture to crop anew.')
  return { upload: present.source, alt: alt ?? present.alt }
}

function readFocus(typed: string | undefined): Focus | undefined {
  if (typed === undefined) return undefined
  const [, x, y] = /^(\d(?:\.\d+)?),(\d(?:\.\d+)?)$/.exec(typed) ?? []
  if (x === undefined || y === undefined) {
    throw new OperatorError(`--focus: '${typed}' is no point; write it like 0.5,0.3.`)
  }
  return { x: Number(x), y: Number(y) }
}

function explain(set: Awaited<ReturnType<typeof setPicture>>): void {
  if (!set.ok) throw new OperatorError(set.refusal.message)
}

function show({ hash, width, height, files }: ReadyPicture): void {
  const kilobytes = (length: number) => `${Math.ceil(length / 1024)} kB`
  process.stdout.write(`${width} x ${height} pixels, at /pictures/${hash}/\n`)
  for (const { file, bytes } of files) {
    process.stdout.write(`  ${file.padEnd(18)} ${kilobytes(bytes.length).padStart(8)}\n`)
  }
}
