/** The part of PostgreSQL's protocol that shows where a message ends and which one commits. */

const LENGTH_BYTES = 4
const EMPTY = Buffer.alloc(0)

/** Cuts one direction of a connection into whole messages. */
export class MessageSplitter {
  #rest: Buffer = EMPTY
  // A client's first message is the only one without a leading type byte.
  #typeBytes: 0 | 1

  constructor(side: 'client' | 'server') {
    this.#typeBytes = side === 'client' ? 0 : 1
  }

  /** Returns the messages that `chunk` completes; the rest waits for the next chunk. */
  push(chunk: Buffer): Buffer[] {
    let data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    const messages: Buffer[] = []
    while (data.length >= this.#typeBytes + LENGTH_BYTES) {
      const end = this.#typeBytes + data.readUInt32BE(this.#typeBytes)
      if (data.length < end) break
      messages.push(data.subarray(0, end))
      data = data.subarray(end)
      this.#typeBytes = 1
    }
    this.#rest = data
    return messages
  }
}

const typeOf = (message: Buffer) => String.fromCharCode(message[0] ?? 0)
const textOf = (message: Buffer) => message.toString('latin1', 1 + LENGTH_BYTES)

/**
 * The statement in a client's message: the text of a Query, name and text of a Parse, or the name in
 * a Bind. Empty for other messages, and for a Bind of an unnamed statement.
 */
export function statementIn(message: Buffer): string {
  switch (typeOf(message)) {
    case 'Q':
    case 'P':
      return textOf(message)
    case 'B': {
      const [, name = ''] = textOf(message).split('\0', 2)
      return name
    }
    default:
      return ''
  }
}

/** The name of the statement that a Bind prepares to run; null for other messages. */
export const boundIn = (message: Buffer): string | null =>
  typeOf(message) === 'B' ? statementIn(message) : null

/** Whether a client's message commits a transaction; `bound` is the statement that is ready to run. */
export function asksForCommit(message: Buffer, bound: string | null): boolean {
  if (typeOf(message) === 'E') return bound === 'commit'
  return typeOf(message) === 'Q' && /\bcommit\b/i.test(textOf(message))
}

/** Whether the server confirms a commit: CommandComplete with the tag COMMIT. */
export const saysCommitted = (message: Buffer): boolean =>
  typeOf(message) === 'C' && textOf(message).startsWith('COMMIT')
