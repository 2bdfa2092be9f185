import type { TenantTx } from '@foyer/db'
import { type MeantWord, meantWords, nearestWord } from '@foyer/domain'
import { sql } from 'kysely'

/** Words of a query beyond this number are ignored. */
const MAX_WORDS = 8
/** How many similar words are compared letter by letter. */
const MAX_ALIKE = 40

/**
 * How much of a word must be typed before the texts of events are searched for its beginning: 'con'
 * begins a word of most texts.
 */
const BEGINS_IN_TEXT_FROM = 4
/** The same in a script without spaces, where each sign says more. */
const UNSPACED_IN_TEXT_FROM = 2

/**
 * The last Unicode character. Every text with a given prefix sorts between the prefix and the
 * prefix followed by this character.
 */
export const LAST_CHARACTER = '\u{10FFFF}'

/** A typed word, and the words of the catalogue that it may mean. */
export interface ReadWord {
  word: string
  /** How it was typed. */
  spelled: string
  /** Whether it is long enough to search the texts of events for its beginning. */
  beginsInTexts: boolean
  meant: readonly MeantWord[]
}

export interface ReadWords {
  /** An event must match each of them. */
  words: readonly ReadWord[]
  /**
   * The query, with every word that matched nothing replaced by the nearest word as it is written;
   * null if none was.
   */
  nearest: string | null
}

interface TypedWord extends Omit<ReadWord, 'meant'> {
  /** Whether a word of an event begins with it, or a word of a text is or begins with it. */
  begins: boolean
  /** Words of events, and how they are written. */
  alike: [word: string, spelled: string][]
}

/**
 * Finds what the typed words may mean in this tenant's catalogue. Each is matched as a prefix,
 * inside a word, or, if neither matches, by the nearest spelling (domain/spelling.ts).
 */
export async function readWords(tx: TenantTx, query: string): Promise<ReadWords> {
  const { rows } = await typedWords(query).execute(tx)
  const read = rows.map((typed) => ({
    ...typed,
    meant: meantWords(typed.word, typed.begins, wordsOf(typed)),
  }))
  return { words: read, nearest: spelledHere(read) }
}

/**
 * The words of the query in their order. The statement is separate so that a test can check its
 * plan.
 */
export const typedWords = (query: string) => sql<TypedWord>`
    with typed as materialized (
      select word, spelled, position, length(spelled) >= case when is_unspaced(word)
          then ${UNSPACED_IN_TEXT_FROM}::integer else ${BEGINS_IN_TEXT_FROM}::integer end as begins_in_texts
      from typed_words(${query}) with ordinality as t(word, spelled, position)
      where position <= ${MAX_WORDS}),
    grams as materialized (
      select position, gram from typed cross join lateral word_grams_of(word) as gram),
    alike as (
      select g.position, w.word, count(*) as shared
      from grams g join word_grams w on w.gram = g.gram
      group by 1, 2),
    ranked as (
      select position, word,
        row_number() over (partition by position order by shared desc, length(word), word) as rank
      from alike)
    select t.word, t.spelled, t.begins_in_texts as "beginsInTexts",
      exists (select from event_words e
        where e.word >= t.word and e.word <= t.word || ${LAST_CHARACTER})
        or exists (select from event_text_words e where e.word >= t.word and e.word <= case
          when t.begins_in_texts then t.word || ${LAST_CHARACTER} else t.word end) as begins,
      array(select array[r.word, coalesce(
            (select s.spelled from word_spellings s where s.word = r.word), r.word)]
        from ranked r
        where r.position = t.position and r.rank <= ${MAX_ALIKE}
          and exists (select from event_words e where e.word = r.word)
        order by r.rank) as alike
    from typed t order by t.position`

const wordsOf = ({ alike }: TypedWord): string[] => alike.map(([word]) => word)

function spelledHere(read: readonly (TypedWord & { meant: MeantWord[] })[]): string | null {
  const meant = read.map((typed) => {
    const { word, begins, meant: others } = typed
    const isFound = begins || others.some((other) => other.word.includes(word))
    return isFound ? word : (others[0]?.word ?? nearestWord(word, wordsOf(typed)))
  })
  const isAsTyped = meant.every((word, position) => word === read[position]?.word)
  if (isAsTyped || meant.includes(undefined)) return null
  return read
    .map(({ word, spelled, alike }, position) =>
      meant[position] === word ? spelled : new Map(alike).get(meant[position] ?? ''),
    )
    .join(' ')
}
