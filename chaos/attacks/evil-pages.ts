import { Worker } from 'node:worker_threads'
import { SANDBOX_TASKS } from '@foyer/server/sandbox-tasks'
import type { Attack } from './harness/attack.ts'
import { openOffice, workBeside } from './harness/offices.ts'
import { bytesOf, flood } from './harness/raw.ts'

const PATH = '/api/admin/settings/pages/help/preview'
/** The parser looks for the end of the emphasis behind each of its beginnings: reading it takes 3 s. */
const PAGE = { title: 'Help', body: '_a'.repeat(29_000) }

/** Pages that are costly to parse. */
export const evilPages: Attack = {
  kind: 'evil-pages',
  name: 'an organizer previews pages of 29,000 underscores over 40 connections',
  by: 'organizer',
  showsAs: ['health', 'latency'],
  control: {
    without: 'the thread of its own in which a page is read',
    patch() {
      const post = Worker.prototype.postMessage
      Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
        readHere(args[0])
        return Reflect.apply(post, this, args)
      }
    },
  },
  prepare: async (site) => (await openOffice(site)).headers,
  attack({ url, prepared }, tally, signal) {
    const bytes = bytesOf('POST', PATH, { body: PAGE, headers: prepared })
    return flood(
      { url, connections: 40, perSecond: 40, depth: 1, request: () => bytes },
      tally,
      signal,
    )
  },
  during: (site, seconds) =>
    workBeside(site, seconds, {
      ...{ method: 'POST', path: PATH },
      body: { title: 'Help', body: '# Getting here\n\nTake the tram.' },
    }),
}

/** Reads a page on its way to the sandbox, on the thread that answers buyers. */
function readHere(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('input' in message)) return
  if (!('name' in message) || message.name !== 'page') return
  const [text] = Array.isArray(message.input) ? message.input : []
  if (typeof text === 'string') SANDBOX_TASKS.page(text)
}
