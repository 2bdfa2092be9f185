import { type CutPoint, type CutResult, playCutPoint, type Sequel } from './cut-point.ts'
import type { Options } from './options.ts'
import { CUT_POINTS } from './points/index.ts'
import type { Report } from './report.ts'
import type { Rig } from './rig.ts'
import type { Ending } from './verdict.ts'

interface Task {
  point: CutPoint
  sequel: Sequel
  ending: Ending
}

/** Plays the chosen cut points, one per rig at a time and the slow ones first. */
export async function playAll(
  rigs: readonly Rig[],
  report: Report,
  { isShort, only }: Pick<Options, 'isShort' | 'only'>,
): Promise<void> {
  const tasks = CUT_POINTS.filter((point) => point.name.includes(only))
    .toSorted((a, b) => Number(b.isSlow ?? false) - Number(a.isSlow ?? false))
    .flatMap(tasksOf)
    .filter(({ point, sequel }) => !isShort || point.inShort === sequel)
  async function work(rig: Rig): Promise<void> {
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      report.cutPoint(task.point.name, task.sequel, await play(rig, task))
    }
  }
  await Promise.all(rigs.map(work))
}

const tasksOf = (point: CutPoint): Task[] =>
  SEQUELS.flatMap((sequel) => {
    const ending = point.ends[sequel]
    return ending ? [{ point, sequel, ending }] : []
  })

const SEQUELS = ['comes back', 'is gone'] as const

/** Turns a cut point that cannot be played into a finding, and leaves the rig ready for the next. */
async function play(rig: Rig, { point, sequel, ending }: Task): Promise<CutResult> {
  try {
    return await playCutPoint(rig, point, sequel, ending)
  } catch (error) {
    await rig.heal()
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { ending: null, findings: [{ kind: 'broken', text }], settledMs: 0 }
  }
}
