let answered: Promise<unknown> = Promise.resolve()

/** Notes a call for a payment intent, which names the total of the cart as it is. */
export function noteIntentCall<T>(answer: Promise<T>): Promise<T> {
  answered = Promise.allSettled([answered, answer])
  return answer
}

/**
 * What changes a cart's total waits for this first. Overtaken by the change, a call for an intent would
 * be refused for naming another total, and the buyer told of a correction that they made themselves.
 */
export const untilIntentAnswered = (): Promise<unknown> => answered
