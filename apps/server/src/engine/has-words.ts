import { type RawBuilder, sql } from 'kysely'

/**
 * The condition that a text of a short list has all typed words, as people type them (search-words.ts in
 * the domain). The typed words are read once, not for each row; without any there is no condition, which
 * the planner would misjudge.
 */
export const hasWords = (text: RawBuilder<unknown>, typed: string): RawBuilder<unknown> =>
  typed.trim() === ''
    ? sql`true`
    : sql`folded_word(lower(${text})) like all (coalesce((select array_agg('%' || word || '%')
        from typed_words(${typed})), '{}'))`
