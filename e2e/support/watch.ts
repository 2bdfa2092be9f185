import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test'

/** Some messages quote a whole file. */
const LONGEST = 400

/**
 * Notes what a page must never do, whatever a test is about: write errors or warnings to the
 * console (hydration errors and violations of the security policy among them), throw, lose a
 * request, or be answered 4xx or 5xx where the test did not say so.
 */
export class Watch {
  readonly #problems: string[] = []
  readonly #expected: { status: number; url: RegExp }[] = []
  readonly #expectedFailures: RegExp[] = []
  readonly #expectedMessages: RegExp[] = []

  /** Declares an answer that belongs to the test. */
  expectAnswer(status: number, url: RegExp): void {
    this.#expected.push({ status, url })
  }

  /** Declares a request that the test itself cuts off. */
  expectFailure(url: RegExp): void {
    this.#expectedFailures.push(url)
  }

  /** Declares what the page tells the console of a failure that belongs to the test. */
  expectMessage(text: RegExp): void {
    this.#expectedMessages.push(text)
  }

  get problems(): readonly string[] {
    return this.#problems
  }

  async over(context: BrowserContext): Promise<void> {
    context.on('console', (message) => this.#hear(message))
    context.on('weberror', (thrown) =>
      this.#problems.push(`thrown at ${thrown.page()?.url()}: ${thrown.error().stack}`),
    )
    context.on('response', (response) => this.#check(response))
    context.on('requestfailed', (request) => this.#checkFailure(request))
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`policy ${event.effectiveDirective} violated by ${event.blockedURI}`),
      )
    })
  }

  #checkFailure(request: Request): void {
    const url = request.url()
    const reason = request.failure()?.errorText ?? ''
    // Whoever leaves a page takes back what it was still asking for.
    if (reason === 'net::ERR_ABORTED') return
    if (this.#expectedFailures.some((expected) => expected.test(url))) return
    this.#problems.push(`failed: ${request.method()} ${url} ${reason}`)
  }

  #hear(message: ConsoleMessage): void {
    const kind = message.type()
    if (kind !== 'error' && kind !== 'warning') return
    // The answer itself is judged above, where the test can say that it belongs.
    if (message.text().startsWith('Failed to load resource')) return
    if (this.#logsDeclaredAnswer(message.text())) return
    if (this.#expectedMessages.some((expected) => expected.test(message.text()))) return
    this.#problems.push(
      `console ${kind} at ${message.page()?.url()}: ${message.text().slice(0, LONGEST)}`,
    )
  }

  /**
   * The pages log each answer that is not OK as 'STATUS: BODY', and a failed query as 'Failed to fetch
   * WHAT STATUS: BODY', also where the test declares the answer.
   */
  #logsDeclaredAnswer(text: string): boolean {
    const status = Number(/^(?:Failed to fetch .*? )?(\d{3}): /.exec(text)?.[1])
    return this.#expected.some((answer) => answer.status === status)
  }

  #check(response: Response): void {
    const status = response.status()
    if (status < 400) return
    const url = response.url()
    if (this.#expected.some((answer) => answer.status === status && answer.url.test(url))) return
    this.#problems.push(`${status}: ${response.request().method()} ${url}`)
  }
}
