/** The server of the soak's control: it leaks about five megabytes a minute. */
import './server-process.ts'

const EVERY_MS = 1500
const TEXTS = 1000
const kept: string[][] = []

setInterval(() => {
  kept.push(Array.from({ length: TEXTS }, (_, index) => `${performance.now()} ${index}`))
}, EVERY_MS)
