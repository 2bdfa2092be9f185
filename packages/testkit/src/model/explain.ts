import { isDeepStrictEqual } from 'node:util'
import type { Model } from './model.ts'
import type { Reply, Rule } from './rules.ts'

/** An operation that was sent: its atomic steps and its answer. */
export interface Sent {
  rules: readonly Rule[]
  seen: Reply
}

/**
 * Checks linearizability by trial. Tries every order of the atomic steps of simultaneous operations
 * and returns the states of the model after each order that explains all answers; none if no order
 * does. Meant for few operations; equal states are followed only once.
 */
export function explain(before: readonly Model[], sent: readonly Sent[]): Model[] {
  const seen = new Set<string>()
  const ends: Model[] = []
  const pending = before.map((model) => ({ model, next: sent.map(() => 0) }))
  for (let branch = pending.pop(); branch; branch = pending.pop()) {
    const { model, next } = branch
    const key = JSON.stringify([next, model])
    if (seen.has(key)) continue
    seen.add(key)
    if (next.every((step) => step === DONE)) ends.push(model)
    for (const [index, { rules, seen: answer }] of sent.entries()) {
      const rule = rules[next[index] ?? DONE]
      if (!rule) continue
      const after = structuredClone(model)
      const expected = rule(after, answer)
      if (expected && !meets(answer, expected)) continue
      const step = expected ? DONE : (next[index] ?? 0) + 1
      pending.push({ model: after, next: next.with(index, step) })
    }
  }
  return ends
}

const DONE = Number.POSITIVE_INFINITY

/** Whether an answer has every expected field. */
function meets(seen: Reply, expected: Reply): boolean {
  return Object.entries(expected).every(([field, value]) =>
    isDeepStrictEqual(Reflect.get(seen, field), value),
  )
}

/** The expected answer of a single operation, for the message of a failure. */
export function expectedOf(model: Model, { rules, seen }: Sent): Reply | undefined {
  const after = structuredClone(model)
  for (const rule of rules) {
    const expected = rule(after, seen)
    if (expected) return expected
  }
  return undefined
}
