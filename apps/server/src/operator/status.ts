import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { readStatus } from '../features/status/read-status.ts'
import { OperatorError, runCommand } from './command.ts'

/**
 * `npm run status`: prints what /status shows. With `--note` it adds a note of the operator, which
 * the page shows among the incidents; `--end` ends the notes that are open.
 */

const USAGE = `npm run status [-- --note text [--began 2026-11-23T10:00Z] [--ended 2026-11-23T10:20Z]]
npm run status -- --end`
const LONGEST_NOTE = 500

function readArguments() {
  try {
    return parseArgs({
      options: {
        note: { type: 'string' },
        began: { type: 'string' },
        ended: { type: 'string' },
        end: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

await runCommand('The status was not read.', async (db, _, cells) => {
  const { note, began, ended, end } = readArguments()
  const now = new Date()
  if (note !== undefined) {
    const text = note.trim()
    if (text === '' || text.length > LONGEST_NOTE) {
      throw new OperatorError(`A note has 1 to ${LONGEST_NOTE} characters.\n${USAGE}`)
    }
    const beganAt = began === undefined ? now : instantOf(began)
    const endedAt = ended === undefined ? null : instantOf(ended)
    if (endedAt && endedAt < beganAt) throw new OperatorError('It ends before it begins.')
    await sql`insert into status_incidents (kind, began_at, ended_at, note)
      values ('note', ${beganAt}, ${endedAt}, ${text})`.execute(db.registry)
  } else if (began !== undefined || ended !== undefined) {
    throw new OperatorError(`Only a note has a beginning and an end.\n${USAGE}`)
  }
  if (end) {
    await sql`update status_incidents set ended_at = greatest(began_at, ${now})
      where kind = 'note' and ended_at is null`.execute(db.registry)
  }
  const status = await readStatus(cells, now)
  process.stdout.write(`${JSON.stringify(status, null, 2)}\n`)
  return status.state === 'operational' || status.state === 'unmeasured'
})

function instantOf(text: string): Date {
  const at = new Date(text)
  // Without a zone the same text would mean another time on another machine.
  if (Number.isNaN(at.getTime()) || !/(Z|[+-]\d\d:?\d\d)$/.test(text)) {
    throw new OperatorError(
      `'${text}' is no time with a zone, such as 2026-11-23T10:00Z.\n${USAGE}`,
    )
  }
  return at
}
