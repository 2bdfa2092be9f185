import { Writable } from 'node:stream'
import pino, { type Logger } from 'pino'

/** A logger that stores only errors and worse. */
export function logErrors(): { logger: Logger; errors: string[] } {
  const errors: string[] = []
  const sink = new Writable({
    write(line, _encoding, done) {
      errors.push(String(line))
      done()
    },
  })
  return { logger: pino({ level: 'error' }, sink), errors }
}
