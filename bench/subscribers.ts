/** Thousands of subscribers of an event's live stream, in a process of their own. */
import { connect, type Socket } from 'node:net'
import { answerQuestions } from './ipc.ts'

export type SubscriberQuestion =
  | { ask: 'open'; origin: string; path: string; count: number }
  /** Resets the count; from now on each subscriber's next message counts. */
  | { ask: 'expect' }
  /** Answered once every subscriber got a message after `expect`, or after `timeoutMs`. */
  | { ask: 'arrived'; timeoutMs: number }
  | { ask: 'close' }

export interface SubscriberReply {
  /** Number of subscribers that are connected, were reached, or were refused. */
  open: number
  reached: number
  refused: number
  bytes: number
}

const AT_ONCE = 200
/** A server that sends nothing for this long counts as refusing. */
const OPENING_MS = 5000
/** Only messages about changes count, not greetings or keep-alives. */
const CHANGE = '"sessions"'

interface Subscriber {
  socket: Socket
  isReached: boolean
}

const SHARED = Buffer.allocUnsafe(64 * 1024)
const subscribers: Subscriber[] = []
let reached = 0
let refused = 0
let bytes = 0
let onAllReached = () => {}

function open(origin: string, path: string): Promise<void> {
  const { hostname, port, host } = new URL(origin)
  return new Promise((resolve) => {
    let isAnswered = false
    const subscriber: Subscriber = {
      isReached: false,
      socket: connect({
        host: hostname,
        port: Number(port),
        onread: {
          buffer: SHARED,
          callback(length) {
            const text = SHARED.toString('latin1', 0, length)
            bytes += length
            if (!isAnswered) {
              isAnswered = true
              if (text.startsWith('HTTP/1.1 200')) subscribers.push(subscriber)
              else {
                refused += 1
                subscriber.socket.destroy()
              }
              resolve()
            }
            if (!subscriber.isReached && text.includes(CHANGE)) {
              subscriber.isReached = true
              reached += 1
              if (reached === subscribers.length) onAllReached()
            }
            return true
          },
        },
      }),
    }
    subscriber.socket.setTimeout(OPENING_MS, () => {
      if (!isAnswered) subscriber.socket.destroy()
    })
    subscriber.socket.on('error', () => {})
    subscriber.socket.once('close', () => resolve())
    subscriber.socket.write(
      `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\n\r\n`,
    )
  })
}

async function answer(question: SubscriberQuestion): Promise<void> {
  switch (question.ask) {
    case 'open': {
      const { origin, path, count } = question
      for (let opened = 0; opened < count; opened += AT_ONCE) {
        const some = Math.min(AT_ONCE, count - opened)
        await Promise.all(Array.from({ length: some }, () => open(origin, path)))
      }
      return
    }
    case 'expect':
      reached = 0
      bytes = 0
      for (const subscriber of subscribers) subscriber.isReached = false
      return
    case 'arrived':
      if (reached === subscribers.length) return
      await new Promise<void>((resolve) => {
        const giveUp = setTimeout(resolve, question.timeoutMs)
        onAllReached = () => {
          clearTimeout(giveUp)
          resolve()
        }
      })
      return
    case 'close':
      for (const { socket } of subscribers.splice(0)) socket.destroy()
  }
}

answerQuestions(async (question: SubscriberQuestion): Promise<SubscriberReply> => {
  await answer(question)
  return { open: subscribers.length, reached, refused, bytes }
})
