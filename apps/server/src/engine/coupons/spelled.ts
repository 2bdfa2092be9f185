import { codeSpellings } from '@foyer/domain'
import { type RawBuilder, sql } from 'kysely'

/** The condition that a code is one that somebody may have meant, in upper or lower case. */
export const isSpelled = (code: RawBuilder<string>, typed: string): RawBuilder<boolean> =>
  sql`lower(${code}) = any(array(
    select lower(spelling) from unnest(${codeSpellings(typed)}::text[]) spelling))`

/** Sorts the code that was typed before others that it may stand for. */
export const asTypedFirst = (code: RawBuilder<string>, typed: string): RawBuilder<unknown> =>
  sql`lower(${code}) = lower(${typed}) desc`
