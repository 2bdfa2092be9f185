import { isUnspaced, searchWords } from '@foyer/domain'
import { createTestDatabase, type TestDatabase } from '@foyer/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Every character that a name may have; of the scripts with thousands of signs alike, some. */
function everyCharacter(): string[] {
  const characters: string[] = []
  for (let code = 1; code < 0x3_2000; code += 1) {
    if (code >= 0xd800 && code < 0xf900) continue
    const character = String.fromCodePoint(code)
    const isOneOfThousands = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Tangut}]/u.test(character)
    if (/[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{C}]/u.test(character) && !/\p{Cn}/u.test(character)) {
      if (!isOneOfThousands || code % 41 === 0) characters.push(character)
    }
  }
  return characters
}

test('the database and the browser read every character of a search in the same way', async () => {
  const typed = everyCharacter().map((character) => `A${character}e ${character}Z`)
  const { rows } = await database.pool.query<{ words: string[] | null; unspaced: boolean }>(
    // Node may know letters of a newer Unicode than the database.
    `select case when unicode_assigned(t) then array(select word from typed_words(t)) end as words,
       is_unspaced(t) as unspaced
     from unnest($1::text[]) with ordinality as all_typed(t, place) order by place`,
    [typed],
  )
  const differing = typed.flatMap((text, index) => {
    const words = [...new Set(searchWords(text))]
    const row = rows[index]
    const isSame =
      JSON.stringify(row?.words ?? words) === JSON.stringify(words) &&
      row?.unspaced === isUnspaced(text)
    return isSame ? [] : [[text, text.codePointAt(1)?.toString(16), words, row]]
  })
  expect(differing.slice(0, 20)).toEqual([])
}, 30_000)

test.each([
  ['Yıldız', ['Yildiz', 'YILDIZ', 'yıldız', 'YILDIZ', 'yİldİz']],
  ['Müller', ['Mueller', 'Muller', 'MÜLLER', 'Mu\u0308ller', 'müller']],
  ['Sørensen', ['Soerensen', 'Sorensen', 'SÖRENSEN']],
  ['Ågård', ['Aagaard', 'Agard', 'ÅGÅRD']],
  ['Bjærg', ['Bjaerg', 'Bjärg', 'Bjarg']],
  ['Groß', ['Gross', 'GROẞ', 'gross']],
  ['Łukasz Đorđe', ['lukasz dorde', 'ŁUKASZ ĐORĐE']],
  ['Þórr', ['Thorr', 'thórr']],
  ['O’Brien', ['OBrien', "O'Brien", 'O´Brien', 'OʼBrien', 'o`brien', 'O\u200b’Brien']],
  ['Ｍｉｎａ　Ｓａｔｏ', ['Mina Sato']],
  ['ﾐﾅ', ['ミナ']],
  ['Φώς', ['ΦΩΣ', 'φωσ']],
  ['Ёлкин', ['Елкин', 'ЁЛКИН']],
  ['أحمد', ['احمد', 'أَحْمَد']],
  ['שָׁלוֹם', ['שלום']],
  ['Michael', ['MICHAEL', 'Michäl']],
])('%s is typed in each of the ways that people have', (name, ways) => {
  for (const way of ways) expect([way, searchWords(way)]).toEqual([way, searchWords(name)])
})

test('what is typed begins the same word at every letter', () => {
  for (const name of ['Mueller', 'Aagaard', 'Soerensen', 'Bluetooth', 'Großmann', 'Israel']) {
    const [whole = ''] = searchWords(name)
    for (let length = 1; length <= name.length; length += 1) {
      const [begun = ''] = searchWords(name.slice(0, length))
      expect([name.slice(0, length), whole.startsWith(begun)]).toEqual([
        name.slice(0, length),
        true,
      ])
    }
  }
})

test.each([
  ['O’Brien', ['brien', "o'brien", 'o']],
  ['上海爱乐乐团', ['爱乐', '乐团', '上海爱乐', '团']],
  ['ノルウェイの森', ['森', 'ウェイ']],
  ['東京jazz祭', ['jazz', '祭']],
  ['วงดนตรีไทย', ['ดนตรี', 'ไทย']],
  ['김민수', ['민수', '김민']],
])('%s is found by a word within it', async (name, parts) => {
  const { rows } = await database.pool.query<{ word: string }>('select word from found_words($1)', [
    name,
  ])
  for (const part of parts) {
    const [typed = ''] = searchWords(part)
    expect([part, rows.some(({ word }) => word.startsWith(typed))]).toEqual([part, true])
  }
})

test('a long text without spaces takes time that grows with its length', async () => {
  const text = '漢字仮名交じり文'.repeat(5000)
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from found_words($1)`,
    [text],
  )
  expect(rows[0]?.count).toBeLessThan(40)
})
