import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { strangersRequest } from './journeys.ts'
import type { LoadPlan, LoadReport } from './plan.ts'

const SCRIPT = fileURLToPath(new URL('holds.lua', import.meta.url))

/** Whether `wrk`, a load generator in C, is installed. It is optional and checks our own generator. */
export const hasWrk = (): boolean => spawnSync('wrk', ['--version']).error === undefined

/** Sends the holds of one line with `wrk` and one thread, otherwise like the load process. */
export async function runWrk(plan: LoadPlan): Promise<LoadReport> {
  const { origins, journey, clients, seconds } = plan
  const [origin = ''] = origins
  if (journey.kind !== 'hold') throw new Error('wrk can only send holds')
  const [before = '', after = ''] = strangersRequest(journey, new URL(origin).host)
  const wrk = [
    '-t1',
    `-c${clients}`,
    `-d${Math.max(1, Math.round(seconds))}s`,
    '-s',
    SCRIPT,
    origin,
  ]
  const given = ['--', before, randomBytes(12).toString('hex'), after]
  // `times` prints the CPU time of the shell and, in its second line, that of its children.
  const child = spawn('sh', ['-c', 'wrk "$@" && times', 'sh', ...wrk, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await text(child.stdout)
  const found = /^\{.*\}$/m.exec(output)?.[0]
  if (!found) throw new Error(`wrk failed:\n${output}`)
  const { requests, micros, p50, p99, refused, unanswered } = JSON.parse(found)
  const cpuSeconds = secondsOf(output.trimEnd().split('\n').at(-1) ?? '')
  const granted = requests - refused
  return {
    perSecond: { 201: (granted * 1e6) / micros },
    counts: { 201: granted, 409: refused },
    p50: p50 / 1000,
    p99: p99 / 1000,
    unanswered,
    cpuShare: (cpuSeconds * 1e6) / micros,
    lateMs: 0,
  }
}

/** The seconds in a line such as `0m1.200000s 0m0.387000s`. */
const secondsOf = (line: string): number =>
  [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  )
