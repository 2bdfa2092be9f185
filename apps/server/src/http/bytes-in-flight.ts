/** Bytes of bodies that are still arriving, counted before they are read. */
export interface BytesInFlight {
  /**
   * Runs `read` while so many bytes are counted for the caller. Resolves to null without running it if
   * the caller, or all of them, have too many on their way.
   */
  during<T>(caller: string, bytes: number, read: () => Promise<T>): Promise<T | null>
}

export interface BytesInFlightBounds {
  bytes: number
  /** Of one caller. */
  perCaller: number
}

export function createBytesInFlight(most: BytesInFlightBounds): BytesInFlight {
  const ofCallers = new Map<string, number>()
  let all = 0

  function count(caller: string, bytes: number): void {
    all += bytes
    const own = (ofCallers.get(caller) ?? 0) + bytes
    if (own > 0) ofCallers.set(caller, own)
    else ofCallers.delete(caller)
  }

  return {
    async during(caller, bytes, read) {
      const own = ofCallers.get(caller) ?? 0
      if (all + bytes > most.bytes || own + bytes > most.perCaller) return null
      count(caller, bytes)
      try {
        return await read()
      } finally {
        count(caller, -bytes)
      }
    },
  }
}
