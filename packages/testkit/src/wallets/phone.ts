import type { Apns } from './apns.ts'
import { unzip } from './unzip.ts'

/** The part of a pass that a phone reads. */
export interface PassJson {
  passTypeIdentifier: string
  serialNumber: string
  webServiceURL: string
  authenticationToken: string
  voided?: boolean
  expirationDate: string
  barcodes: { message: string }[]
  eventTicket: unknown
}

interface Installed {
  pass: PassJson
  files: Map<string, Buffer>
  /** As it was sent with the file; null for one that came without. */
  lastModified: string | null
}

interface Answer {
  status: number
  headers: Headers
  body: Buffer
}

/**
 * A phone with Apple Wallet: it follows Apple's description of the web service for passes, and knows
 * nothing of the server but what its passes say.
 */
export class Phone {
  readonly #apns: Apns
  readonly deviceId: string
  #pushToken: string
  readonly #passes = new Map<string, Installed>()
  #tag: string | null = null
  #updating: Promise<void> = Promise.resolve()
  /** All answers of the web service: 'GET passes 304'. */
  readonly answers: string[] = []
  /** Called for each of these answers. */
  onAnswer: (answer: string) => void = () => {}

  constructor(apns: Apns, deviceId: string = crypto.randomUUID().replaceAll('-', '')) {
    this.#apns = apns
    this.deviceId = deviceId
    this.#pushToken = this.#connect()
  }

  get pushToken(): string {
    return this.#pushToken
  }

  /** The pass with this serial number, or the only one. */
  pass(serialNumber?: string): PassJson {
    return this.installed(serialNumber).pass
  }

  installed(serialNumber?: string): Installed {
    const found =
      serialNumber === undefined
        ? this.#passes.values().next().value
        : this.#passes.get(serialNumber)
    if (!found) throw new Error('The phone has no such pass')
    return found
  }

  get serialNumbers(): string[] {
    return [...this.#passes.keys()]
  }

  /** Adds a pass that was downloaded, and registers it; returns the status of the registration. */
  async add(file: Buffer): Promise<number> {
    const installed = read(file, null)
    this.#passes.set(installed.pass.serialNumber, installed)
    return this.register(installed.pass)
  }

  async register(pass: PassJson): Promise<number> {
    const body = JSON.stringify({ pushToken: this.#pushToken })
    return (await this.#call('POST', this.#registration(pass), pass, { body })).status
  }

  async remove(serialNumber: string): Promise<number> {
    const { pass } = this.installed(serialNumber)
    this.#passes.delete(serialNumber)
    return (await this.#call('DELETE', this.#registration(pass), pass)).status
  }

  /** Gets another push token, as after a restored backup, and registers all passes with it. */
  async renewToken(): Promise<void> {
    this.#pushToken = this.#connect()
    for (const { pass } of this.#passes.values()) await this.register(pass)
  }

  /** Asks which passes changed and fetches them, as after a push. */
  async update(): Promise<void> {
    const [any] = this.#passes.values()
    if (!any) return
    const path = `devices/${this.deviceId}/registrations/${any.pass.passTypeIdentifier}`
    const since = this.#tag === null ? '' : `?passesUpdatedSince=${this.#tag}`
    const list = await this.#call('GET', path + since, any.pass)
    if (list.status !== 200) return
    const { serialNumbers, lastUpdated } = JSON.parse(list.body.toString())
    for (const serialNumber of serialNumbers) await this.fetch(serialNumber)
    this.#tag = lastUpdated
  }

  /** Fetches a pass unless it has not changed since the phone's copy; returns the status. */
  async fetch(serialNumber: string): Promise<number> {
    const { pass, lastModified } = this.installed(serialNumber)
    const headers: Record<string, string> =
      lastModified === null ? {} : { 'if-modified-since': lastModified }
    const path = `passes/${pass.passTypeIdentifier}/${serialNumber}`
    const answer = await this.#call('GET', path, pass, { headers })
    if (answer.status === 200) {
      this.#passes.set(serialNumber, read(answer.body, answer.headers.get('last-modified')))
    }
    return answer.status
  }

  async report(texts: readonly string[]): Promise<number> {
    const { pass } = this.installed()
    return (await this.#call('POST', 'log', pass, { body: JSON.stringify({ logs: texts }) })).status
  }

  #connect(): string {
    return this.#apns.connect(() => {
      // Without an answer the phone goes on with what it has.
      this.#updating = this.#updating.then(() => this.update()).catch(() => {})
    })
  }

  #registration({ passTypeIdentifier, serialNumber }: PassJson): string {
    return `devices/${this.deviceId}/registrations/${passTypeIdentifier}/${serialNumber}`
  }

  async #call(
    method: string,
    path: string,
    { webServiceURL, authenticationToken }: PassJson,
    { body, headers }: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const response = await fetch(`${webServiceURL}/v1/${path}`, {
      method,
      headers: {
        ...headers,
        ...(path.startsWith('passes/') || /\/registrations\/[^/]+\/[^/]+$/.test(path)
          ? { authorization: `ApplePass ${authenticationToken}` }
          : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    })
    const answer = `${method} ${path.split('/')[0]} ${response.status}`
    this.answers.push(answer)
    this.onAnswer(answer)
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, body: bytes }
  }
}

function read(file: Buffer, lastModified: string | null): Installed {
  const files = unzip(file)
  return { pass: JSON.parse(String(files.get('pass.json'))), files, lastModified }
}
