import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  /** Status line and headers; empty unless the connection keeps texts. */
  head: string
  body: string
}

/** Shared by all connections: each read is processed before the next read begins. */
const SHARED = Buffer.allocUnsafe(256 * 1024)

/**
 * One keep-alive connection with one request at a time. It reads only as much of each answer as is
 * needed to find its end. A general HTTP client costs about as much as the server, which is to be
 * measured on the same machine.
 */
export class Connection {
  readonly #socket: Socket
  readonly #onAnswer: (answer: Answer) => void
  readonly #keepsTexts: boolean
  #head = ''
  #body = ''
  /** Bytes of the body still to come; -1 while the head is incomplete, -2 for a chunked body. */
  #missing = -1

  constructor(
    origin: string,
    options: {
      /** Whether to keep heads and bodies of answers, which costs as much as all the rest. */
      keepsTexts: boolean
      onAnswer(answer: Answer): void
      onLost(): void
    },
  ) {
    const { hostname, port } = new URL(origin)
    this.#onAnswer = options.onAnswer
    this.#keepsTexts = options.keepsTexts
    this.#socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: SHARED,
        callback: (length) => {
          const status = this.#keepsTexts || this.#head !== '' ? 0 : statusOfWhole(length)
          if (status > 0) this.#onAnswer({ status, head: '', body: '' })
          else this.#take(SHARED.toString('latin1', 0, length))
          return true
        },
      },
    })
    this.#socket.on('error', () => {})
    this.#socket.once('close', options.onLost)
  }

  opened(): Promise<void> {
    return new Promise((resolve) => this.#socket.once('connect', resolve))
  }

  /** `request` is the complete request, in ASCII. */
  send(request: string): void {
    this.#socket.write(request, 'latin1')
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(text: string): void {
    if (this.#missing === -1) this.#takeHead(text)
    else this.#takeBody(text)
    if (this.#missing !== 0) return
    const answer = { status: Number(this.#head.slice(9, 12)), head: this.#head, body: this.#body }
    this.#head = ''
    this.#body = ''
    this.#missing = -1
    this.#onAnswer(answer)
  }

  #takeHead(text: string): void {
    this.#head += text
    const end = this.#head.indexOf('\r\n\r\n')
    if (end < 0) return
    const rest = this.#head.slice(end + 4)
    this.#head = this.#head.slice(0, end)
    this.#missing = bodyLengthOf(this.#head)
    this.#takeBody(rest)
  }

  #takeBody(text: string): void {
    const isChunked = this.#missing === -2
    if (this.#keepsTexts || isChunked) this.#body += text
    // The last chunk is empty, and no JSON ends with these bytes.
    if (isChunked) this.#missing = this.#body.endsWith('0\r\n\r\n') ? 0 : -2
    else this.#missing -= text.length
  }
}

const HEAD_ENDS = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('\r\ncontent-length: ')
const ZERO = 48

/** The status if the read bytes of SHARED are exactly one answer with a length, otherwise 0. */
function statusOfWhole(length: number): number {
  const read = SHARED.subarray(0, length)
  const headEnd = read.indexOf(HEAD_ENDS)
  const lengthAt = read.indexOf(LENGTH)
  if (lengthAt < 0 || lengthAt > headEnd) return 0
  const bodyLength = numberAt(read, lengthAt + LENGTH.length)
  return headEnd + HEAD_ENDS.length + bodyLength === length ? numberAt(read, 9) : 0
}

function numberAt(bytes: Buffer, at: number): number {
  let number = 0
  for (let index = at; index < bytes.length; index += 1) {
    const digit = (bytes[index] ?? 0) - ZERO
    if (digit < 0 || digit > 9) return number
    number = number * 10 + digit
  }
  return number
}

function bodyLengthOf(head: string): number {
  const status = head.slice(9, 12)
  if (status === '304' || status === '204') return 0
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) return Number(length)
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return -2
  throw new Error(`The end of this answer cannot be determined: ${head}`)
}
