import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Problems } from './journal.ts'
import type { Report } from './report.ts'

const PROGRAM = fileURLToPath(new URL('../apps/server/test/histories/main.ts', import.meta.url))
const RUNS = 150

/** Runs random histories of orders in a process of their own, since their servers are in-process. */
export async function runHistories(problems: Problems, report: Report): Promise<void> {
  await report.scenario('random histories of orders, up to 2 actions at once', async () => {
    const child = spawn(process.execPath, [PROGRAM, '--runs', String(RUNS)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    const lines = printed.trimEnd().split('\n')
    const { actions = 0, seed = 0 } = JSON.parse(lines.at(-1) || '{}')
    if (code !== 0) problems.add('broken', `a history of orders failed: ${lines.join('\n')}`)
    return { operations: actions, figures: { histories: RUNS, seed } }
  })
}
