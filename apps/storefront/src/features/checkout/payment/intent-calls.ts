let answered: Promise<unknown> = Promise.resolve()

/** Remembers a call for a payment intent, which names the total of the cart as it is. */
export function noteIntentCall<T>(answer: Promise<T>): Promise<T> {
  answered = Promise.allSettled([answered, answer])
  return answer
}

/**
 * A change of the cart's total waits for this first. Otherwise the change could overtake a
 * call for an intent: the server would refuse it for naming another total, and the buyer would read
 * about a correction that they made themselves.
 */
export const untilIntentAnswered = (): Promise<unknown> => answered
