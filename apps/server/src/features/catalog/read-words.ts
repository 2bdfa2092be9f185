import type { TenantTx } from '@foyer/db'
import { type MeantWord, meantWords, nearestWord } from '@foyer/domain'
import { sql } from 'kysely'

/** Further words of a query are not looked at. */
const MAX_WORDS = 8
/** Words alike that are compared letter by letter. */
const MAX_ALIKE = 40

/** The last character there is: what begins with a text lies between it and it with this behind. */
export const LAST_CHARACTER = '\u{10FFFF}'

/** A word as it was typed: it means those that begin with it, and others. */
export interface ReadWord {
  word: string
  meant: readonly MeantWord[]
}

export interface ReadWords {
  /** An event must have each. */
  words: readonly ReadWord[]
  /** The words as they are spelled here, where one that was typed is found in no event. */
  nearest: string | null
}

interface TypedWord {
  word: string
  /** Whether a word of an event begins with it. */
  begins: boolean
  alike: string[]
}

/**
 * What the typed words may mean in this tenant's catalogue. Each is found by its beginning, inside of
 * a word, or, where it is found in neither way, by the nearest spelling (domain/spelling.ts).
 */
export async function readWords(tx: TenantTx, query: string): Promise<ReadWords> {
  const { rows } = await typedWords(query).execute(tx)
  const read = rows.map((typed) => ({
    ...typed,
    meant: meantWords(typed.word, typed.begins, typed.alike),
  }))
  return { words: read, nearest: spelledHere(read) }
}

/** The words of the query in their order. A statement of its own, so that a test can look at its plan. */
export const typedWords = (query: string) => sql<TypedWord>`
    with typed as materialized (
      select word, place from unnest(search_words(${query})) with ordinality as t(word, place)
      where place <= ${MAX_WORDS}),
    grams as materialized (
      select place, gram from typed cross join lateral word_grams_of(word) as gram),
    alike as (
      select g.place, w.word, count(*) as shared
      from grams g join word_grams w on w.gram = g.gram
      group by 1, 2),
    ranked as (
      select place, word,
        row_number() over (partition by place order by shared desc, length(word), word) as rank
      from alike)
    select t.word,
      exists (select from event_words e
        where e.word >= t.word and e.word <= t.word || ${LAST_CHARACTER}) as begins,
      array(select r.word from ranked r
        where r.place = t.place and r.rank <= ${MAX_ALIKE}
          and exists (select from event_words e where e.word = r.word)
        order by r.rank) as alike
    from typed t order by t.place`

function spelledHere(read: readonly (TypedWord & { meant: MeantWord[] })[]): string | null {
  const spelled = read.map(({ word, begins, meant, alike }) => {
    const isFound = begins || meant.some((other) => other.word.includes(word))
    return isFound ? word : (meant[0]?.word ?? nearestWord(word, alike))
  })
  const isAsTyped = spelled.every((word, place) => word === read[place]?.word)
  return isAsTyped || spelled.includes(undefined) ? null : spelled.join(' ')
}
