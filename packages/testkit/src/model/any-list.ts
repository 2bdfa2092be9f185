import fc from 'fast-check'

/**
 * Lists of 1 to `maxLength`, each length as likely, that shrink by what they can do without: first
 * any half of them is left out, then any quarter, down to single ones; only then are the items that
 * remain made simpler. fast-check's own arrays shorten from the front and simplify as they go; where
 * one try is a run of many requests, that took minutes for what this does in seconds.
 */
export const anyList = <T>(item: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> =>
  new AnyList(item, maxLength)

class AnyList<T> extends fc.Arbitrary<T[]> {
  readonly #item: fc.Arbitrary<T>
  readonly #maxLength: number

  constructor(item: fc.Arbitrary<T>, maxLength: number) {
    super()
    this.#item = item
    this.#maxLength = maxLength
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T[]> {
    const length = random.nextInt(1, this.#maxLength)
    return listOf(Array.from({ length }, () => this.#item.generate(random, bias)))
  }

  canShrinkWithoutContext(_value: unknown): _value is T[] {
    return false
  }

  shrink(_value: T[], context: unknown): fc.Stream<fc.Value<T[]>> {
    return isItems<T>(context) ? fc.stream(this.#smaller(context)) : fc.Stream.nil()
  }

  *#smaller(items: readonly fc.Value<T>[]): IterableIterator<fc.Value<T[]>> {
    for (let size = items.length >> 1; size >= 1; size >>= 1) {
      for (let start = 0; start < items.length; start += size) {
        yield listOf(items.toSpliced(start, size))
      }
    }
    for (const [index, { value_, context }] of items.entries()) {
      for (const simpler of this.#item.shrink(value_, context)) {
        yield listOf(items.with(index, simpler))
      }
    }
  }
}

/** The items, with what they need to shrink, are the context of their list. */
const listOf = <T>(items: readonly fc.Value<T>[]): fc.Value<T[]> =>
  new fc.Value(
    items.map((item) => item.value),
    items,
  )

const isItems = <T>(context: unknown): context is readonly fc.Value<T>[] => Array.isArray(context)
