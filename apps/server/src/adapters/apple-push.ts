import { type ClientHttp2Session, connect, constants } from 'node:http2'
import type { AppleWallet } from '../env-wallets.ts'

/** Tells phones by Apple's push service (APNs) that one of their passes has changed. */
export interface ApplePush {
  /**
   * 'gone': the token is not valid any more, and never will be. Rejects if the push was not taken and
   * may be taken later.
   */
  push(pushToken: string): Promise<'taken' | 'gone'>
  close(): void
}

const ANSWER_MS = 10_000
/** Apple asks for connections that stay open; one that nothing uses is closed. */
const IDLE_MS = 60_000
/** Refusals of a token that is wrong for good, beside 410. */
const WRONG_TOKEN = /BadDeviceToken|DeviceTokenNotForTopic/

/**
 * The client certificate is that of the passes, and the topic is their type. The push has no content:
 * the phone asks the web service of the pass what has changed.
 */
export function createApplePush(wallet: AppleWallet): ApplePush {
  const { push, passTypeId, certificate: cert, key, keyPassphrase } = wallet
  let open: ClientHttp2Session | null = null

  function session(): ClientHttp2Session {
    if (open && !open.closed && !open.destroyed) return open
    const made = connect(push.origin, {
      cert,
      key,
      ...(keyPassphrase ? { passphrase: keyPassphrase } : {}),
      ...(push.authority ? { ca: push.authority } : {}),
    })
    // Its requests fail with the same error.
    made.on('error', () => {})
    made.on('goaway', () => made.close())
    made.setTimeout(IDLE_MS, () => made.close())
    // A push under way is repeated by the next process, so none of them keeps this one alive.
    made.unref()
    open = made
    return made
  }

  return {
    async push(pushToken) {
      const { status, body } = await send(session(), {
        ':method': 'POST',
        ':path': `/3/device/${pushToken}`,
        'apns-topic': passTypeId,
      })
      if (status === 200) return 'taken'
      if (status === 410 || (status === 400 && WRONG_TOKEN.test(body))) return 'gone'
      throw new Error(`Apple answered ${status}: ${body.slice(0, 200)}`)
    },
    close() {
      open?.close()
    },
  }
}

function send(
  session: ClientHttp2Session,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers)
    let status = 0
    let body = ''
    stream.setEncoding('utf8')
    stream.setTimeout(ANSWER_MS, () => {
      reject(new Error('Apple did not answer in time'))
      stream.close(constants.NGHTTP2_CANCEL)
      // The connection itself may be dead, which only a new one finds out.
      session.destroy()
    })
    stream.on('response', (answer) => {
      status = answer[':status'] ?? 0
    })
    stream.on('data', (text: string) => {
      body += text
    })
    stream.on('end', () => resolve({ status, body }))
    stream.on('error', reject)
    stream.on('close', () => reject(new Error('The connection to Apple was lost')))
    stream.end('{}')
  })
}
