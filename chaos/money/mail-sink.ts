import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

/** A mail server that accepts everything and records it. */
export class MailSink {
  readonly url: string
  readonly #server: Server
  readonly #taken: string[] = []
  #beforeYes: (() => void) | null = null
  #onUnanswered: (() => void) | null = null

  static async listen(): Promise<MailSink> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return new MailSink(server, typeof address === 'object' && address ? address.port : 0)
  }

  private constructor(server: Server, port: number) {
    this.#server = server
    this.url = `smtp://127.0.0.1:${port}`
    server.on('connection', (socket) => this.#talk(socket))
  }

  /** Message-IDs in the order of acceptance; a repeated one is listed twice. */
  get taken(): readonly string[] {
    return this.#taken
  }

  /** Runs a function once, between accepting the next message and confirming it. */
  beforeNextYes(act: () => void): Promise<void> {
    return new Promise((done) => {
      this.#beforeYes = () => {
        act()
        done()
      }
    })
  }

  /** Accepts the next message without confirming it; resolves once it is accepted. */
  leaveNextUnanswered(): Promise<void> {
    return new Promise((done) => {
      this.#onUnanswered = done
    })
  }

  close(): void {
    this.#server.close()
  }

  #talk(socket: Socket): void {
    let message: string[] | null = null
    let rest = ''
    socket.on('error', () => {})
    socket.setEncoding('latin1')
    socket.write('220 sink\r\n')
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (message && line !== '.') message.push(line)
        else if (message) {
          const isAnswered = this.#take(message)
          message = null
          if (isAnswered) socket.write('250 taken\r\n')
        } else if (/^DATA/i.test(line)) {
          message = []
          socket.write('354 go on\r\n')
        } else socket.write(/^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  }

  /** Returns whether to confirm the message to the client. */
  #take(message: readonly string[]): boolean {
    const id = message.find((line) => /^message-id:/i.test(line)) ?? ''
    this.#taken.push(id.slice(id.indexOf(':') + 1).trim())
    const act = this.#beforeYes
    this.#beforeYes = null
    act?.()
    const onUnanswered = this.#onUnanswered
    this.#onUnanswered = null
    onUnanswered?.()
    return !onUnanswered
  }
}
