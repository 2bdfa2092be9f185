import fc from 'fast-check'

/**
 * Lists of 1 to `maxLength` items; every length is equally likely. They shrink by omission: first
 * any half of the items is left out, then any quarter, down to single items. Only then the remaining
 * items are simplified. fast-check's own arrays shorten from the front and simplify at the same time.
 * As one try is a run of many requests, that took minutes; this takes seconds.
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

/** The context of a list: its items with the contexts that they need to shrink. */
const listOf = <T>(items: readonly fc.Value<T>[]): fc.Value<T[]> =>
  new fc.Value(
    items.map((item) => item.value),
    items,
  )

const isItems = <T>(context: unknown): context is readonly fc.Value<T>[] => Array.isArray(context)
