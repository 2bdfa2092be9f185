import { Worker } from 'node:worker_threads'
import type { Attack } from './harness/attack.ts'
import { openOffice } from './harness/offices.ts'
import { bytesOf, flood } from './harness/raw.ts'

/** Each comment doubles the ways in which the former pattern reads the file: 197 bytes, some 2 s. */
const LOGO = `${'<!---->'.repeat(28)}x`

/** A logo for which an ambiguous regular expression needs time that doubles with each comment. */
export const evilLogos: Attack = {
  kind: 'evil-logos',
  name: 'an organizer uploads logos of comments, 4 a second',
  by: 'organizer',
  showsAs: ['health', 'latency'],
  control: {
    without: 'the reader that goes through a logo once, in a thread of its own',
    patch() {
      const post = Worker.prototype.postMessage
      Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
        readAsBefore(args[0])
        return Reflect.apply(post, this, args)
      }
    },
  },
  prepare: async (site) => (await openOffice(site)).headers,
  attack({ url, prepared }, tally, signal) {
    const bytes = bytesOf('POST', '/api/admin/settings/logos', { file: LOGO, headers: prepared })
    return flood(
      { url, connections: 4, perSecond: 4, depth: 1, request: () => bytes },
      tally,
      signal,
    )
  },
}

/** Reads a logo on its way to the sandbox as the server once did, on the thread that answers buyers. */
function readAsBefore(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('input' in message)) return
  const [text] = Array.isArray(message.input) ? message.input : []
  if (typeof text === 'string') /^\s*(?:<!--[\s\S]*?-->\s*)*<svg/.test(text)
}
