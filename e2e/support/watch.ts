import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test'

/** Some messages quote a whole file. */
const LONGEST = 400

/**
 * Records what a page must never do in any test: write errors or warnings to the console (including
 * hydration errors and violations of the security policy), throw, lose a request, or get an answer
 * 4xx or 5xx that the test did not declare.
 */
export class Watch {
  readonly #problems: string[] = []
  readonly #expected: { status: number; url: RegExp }[] = []
  readonly #expectedFailures: RegExp[] = []
  readonly #expectedMessages: RegExp[] = []

  /** Declares an error answer that the test causes. */
  expectAnswer(status: number, url: RegExp): void {
    this.#expected.push({ status, url })
  }

  /** Declares a request that the test itself cuts off. */
  expectFailure(url: RegExp): void {
    this.#expectedFailures.push(url)
  }

  /** Declares a console message, or an error that is thrown, about a failure that the test causes. */
  expectMessage(text: RegExp): void {
    this.#expectedMessages.push(text)
  }

  get problems(): readonly string[] {
    return this.#problems
  }

  async over(context: BrowserContext): Promise<void> {
    context.on('console', (message) => this.#hear(message))
    context.on('weberror', (thrown) => {
      const text = `thrown at ${thrown.page()?.url()}: ${thrown.error().stack}`
      if (!this.#expectedMessages.some((expected) => expected.test(text))) this.#problems.push(text)
    })
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
    // Leaving a page cancels its open requests.
    if (reason === 'net::ERR_ABORTED') return
    if (this.#expectedFailures.some((expected) => expected.test(url))) return
    this.#problems.push(`failed: ${request.method()} ${url} ${reason}`)
  }

  #hear(message: ConsoleMessage): void {
    const kind = message.type()
    if (kind !== 'error' && kind !== 'warning') return
    // The answer itself is checked above, where the test can declare it.
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
