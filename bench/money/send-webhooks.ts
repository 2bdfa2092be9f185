import { createHmac } from 'node:crypto'
import { Histogram } from '../load/histogram.ts'

const PER_SECOND = 100
/** The first webhooks are not counted: they meet cold code and open the connections. */
const WARM_UP = 300

/** Sends signed events about unknown intents at a constant rate, even if answers are slow. */
export async function sendWebhooks(url: string, secret: string, count: number): Promise<Histogram> {
  const latencies = new Histogram()
  const begin = performance.now()
  const inProgress = new Set<Promise<void>>()
  for (let sent = 0; sent < WARM_UP + count; sent += 1) {
    const wait = begin + (sent * 1000) / PER_SECOND - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const done = send(`${url}/api/stripe/webhook`, secret, sent)
      .then((milliseconds) => {
        if (sent >= WARM_UP) latencies.record(milliseconds)
      })
      .finally(() => inProgress.delete(done))
    inProgress.add(done)
  }
  await Promise.all(inProgress)
  return latencies
}

async function send(url: string, secret: string, number: number): Promise<number> {
  const object = { object: 'payment_intent', id: `pi_unknown_${number}`, padding: 'x'.repeat(3000) }
  const event = { id: `evt_${number}`, object: 'event', type: 'payment_intent.succeeded' }
  const body = JSON.stringify({ ...event, data: { object } })
  const at = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  const begin = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` },
    body,
  })
  await response.text()
  if (!response.ok) throw new Error(`A webhook was answered ${response.status}`)
  return performance.now() - begin
}
