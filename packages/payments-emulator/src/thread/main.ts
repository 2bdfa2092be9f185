import { parentPort, workerData } from 'node:worker_threads'
import { createEmulator } from '../emulator.ts'
import type { EmulatorThreadStart, FromEmulatorThread, ToEmulatorThread } from './messages.ts'

/**
 * The emulator in a worker thread, so that it takes no time from the event loop of the program that
 * starts it. The thread is reached over HTTP alone.
 */

const ALIVE_EVERY_MS = 1000

const port = parentPort
if (!port) throw new Error('thread/main.ts runs in a worker thread; main.ts is the program')
const start: EmulatorThreadStart = workerData
const say = (message: FromEmulatorThread) => port.postMessage(message)

let { webhookUrl } = start
const emulator = createEmulator({ ...start, webhookUrl: () => webhookUrl })
const listening = await emulator.listen(start)
const alive = setInterval(() => say({ kind: 'alive' }), ALIVE_EVERY_MS)

port.on('message', async (message: ToEmulatorThread) => {
  if (message.kind === 'webhookUrl') {
    webhookUrl = message.url
    return
  }
  clearInterval(alive)
  await emulator.close()
  await listening.close()
  port.close()
})
say({ kind: 'ready', host: listening.host, port: listening.port })
