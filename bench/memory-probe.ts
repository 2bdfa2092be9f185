/**
 * Loaded first in each thread of a measured server. Its parent asks for the memory of all threads; each
 * answers for itself, because a thread sees only its own heap.
 */
import { basename } from 'node:path'
import { getHeapSpaceStatistics } from 'node:v8'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

export interface ThreadMemory {
  thread: string
  heapUsed: number
  heapTotal: number
  /** The young generation as it is reserved, which is part of `heapTotal`. */
  young: number
  external: number
}

export interface ProcessMemory {
  rss: number
  cpuMicros: number
  threads: ThreadMemory[]
}

/** How long the threads have to answer; one that computes answers later and is missing. */
const GATHER_MS = 500

const questions = new BroadcastChannel('memory of threads')
const answers = new BroadcastChannel('memory of a thread')
questions.unref()
answers.unref()

const own = (): ThreadMemory => {
  const { heapUsed, heapTotal, external } = process.memoryUsage()
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  const thread = isMainThread ? 'requests' : basename(process.argv[1] ?? '')
  return { thread, heapUsed, heapTotal, young: young?.space_size ?? 0, external }
}

if (isMainThread) {
  process.on('message', (message: unknown) => {
    if (message !== 'memory') return
    const threads: ThreadMemory[] = []
    answers.onmessage = (event) => threads.push((event as { data: ThreadMemory }).data)
    questions.postMessage(null)
    setTimeout(() => {
      const { user, system } = process.cpuUsage()
      const reply: ProcessMemory = {
        rss: process.memoryUsage.rss(),
        cpuMicros: user + system,
        threads: [own(), ...threads],
      }
      process.send?.(reply)
    }, GATHER_MS)
  })
} else {
  questions.onmessage = () => answers.postMessage(own())
}
