export type Handler = (event?: object) => void

/** Event handlers by name, with the `on`, `once` and `off` that Stripe's objects have. */
export class Emitter {
  readonly #handlers = new Map<string, Set<Handler>>()

  on(event: string, handler: Handler): this {
    const handlers = this.#handlers.get(event) ?? new Set()
    this.#handlers.set(event, handlers.add(handler))
    return this
  }

  once(event: string, handler: Handler): this {
    const once: Handler = (detail) => {
      this.off(event, once)
      handler(detail)
    }
    return this.on(event, once)
  }

  /** Removes a handler; without one, removes all handlers of the event. */
  off(event: string, handler?: Handler): this {
    if (handler) this.#handlers.get(event)?.delete(handler)
    else this.#handlers.delete(event)
    return this
  }

  /** Returns whether there was a handler. */
  protected emit(event: string, detail?: object): boolean {
    const handlers = [...(this.#handlers.get(event) ?? [])]
    for (const handler of handlers) handler(detail)
    return handlers.length > 0
  }
}
