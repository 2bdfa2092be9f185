import { isDeepStrictEqual } from 'node:util'
import type { Model } from './model.ts'
import type { Rule, Told } from './rules.ts'

/** An operation that was sent: the atomic steps it is made of, and what it was answered. */
export interface Sent {
  rules: readonly Rule[]
  seen: Told
}

/**
 * Linearizability, by trial: every state the model may be in after operations that were under way
 * at once, in any order of their atomic steps that gives each the answer it got. Empty when no
 * order explains the answers. Meant for few operations; states that meet are followed once.
 */
export function explain(before: readonly Model[], sent: readonly Sent[]): Model[] {
  const seen = new Set<string>()
  const ends: Model[] = []
  const pending = before.map((model) => ({ model, next: sent.map(() => 0) }))
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { model, next } = place
    const key = JSON.stringify([next, model])
    if (seen.has(key)) continue
    seen.add(key)
    if (next.every((step) => step === DONE)) ends.push(model)
    for (const [index, { rules, seen: answer }] of sent.entries()) {
      const rule = rules[next[index] ?? DONE]
      if (!rule) continue
      const after = structuredClone(model)
      const told = rule(after, answer)
      if (told && !meets(answer, told)) continue
      const step = told ? DONE : (next[index] ?? 0) + 1
      pending.push({ model: after, next: next.with(index, step) })
    }
  }
  return ends
}

const DONE = Number.POSITIVE_INFINITY

/** Whether an answer is as expected in all that is expected of it. */
function meets(seen: Told, expected: Told): boolean {
  return Object.entries(expected).every(([field, value]) =>
    isDeepStrictEqual(Reflect.get(seen, field), value),
  )
}

/** What a single operation should have been answered; for the message when it was not. */
export function expectedOf(model: Model, { rules, seen }: Sent): Told | undefined {
  const after = structuredClone(model)
  for (const rule of rules) {
    const told = rule(after, seen)
    if (told) return told
  }
  return undefined
}
