import {
  MOMENTS,
  MoveError,
  type MoveOrder,
  moveTenant,
  type Report,
  SidesDiffer,
} from '../cells/move/index.ts'
import type { Env } from '../env.ts'
import { addressesForMoves } from '../env-cells.ts'
import { OperatorError } from './command.ts'

/**
 * `npm run tenant -- move <slug> --to <cell>`: moves an organizer to another cell while it sells. Running
 * it again finishes a move that was interrupted; `--undo` rolls it back.
 */
export async function moveByCommand(env: Env, order: MoveOrder): Promise<void> {
  const cells = addressesForMoves(env, process.env.CELLS_ADMIN_URLS)
  if (env.cells.length === 0) throw new OperatorError('There is one cell: CELLS names no other.')
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort(new MoveError('The command was interrupted.'))
  // A pause goes on to its end, which is less than two seconds away.
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    const options = { cells, report, signal: interrupted.signal }
    const { from, to, pauseMs } = await moveTenant(order, options)
    const summary = { slug: order.slug, from, to, pauseMs, undone: order.isUndo ?? false }
    process.stdout.write(
      order.isUndo ? `The move is rolled back: ${order.slug} is in cell ${from} as before.\n` : '',
    )
    process.stdout.write(`${JSON.stringify(summary)}\n`)
  } catch (error) {
    throw new OperatorError(explain(error, order))
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

const report: Report = (moment, detail = '') => {
  const time = new Date().toISOString().slice(11, 19)
  const text = moment === 'waiting' ? '' : MOMENTS[moment]
  process.stdout.write(`${time}  ${[text, detail].filter(Boolean).join(' ')}\n`)
}

function explain(error: unknown, { slug }: MoveOrder): string {
  if (error instanceof SidesDiffer) {
    return [
      `${slug} sells in the other cell, but what it has there is not what it had. Its old rows are left as they were:`,
      ...error.differences.map((difference) => `  ${difference}`),
      'docs/operations.md says what to do ("Moving an organizer").',
    ].join('\n')
  }
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof MoveError) return text
  return `${text}\nRun the same command again: it goes on after the last step that is done.`
}
