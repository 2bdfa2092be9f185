import { expect, test } from 'vitest'
import { type Face, fontRuns } from './fonts.ts'
import { visualRuns } from './visual-runs.ts'

/** The glyphs of a line as they are drawn, from left to right; 0 is the box for a missing one. */
const glyphsOf = (text: string, face: Face) =>
  visualRuns(text, face).flatMap(({ text: run, slice }) => slice.font().layout(run).glyphs)

const DOTTED_CIRCLE = 0x25cc

const SAMPLES: readonly [script: string, text: string][] = [
  ['Latin of many countries', 'Þórður Çelik Ștefan Gäßler Nguyễn Thị Ánh'],
  ['Greek', 'Νύχτα στο Ηρώδειο'],
  ['Cyrillic', 'Щелкунчик Ґанок Ќерка'],
  ['Hebrew', 'לילה לבן בתל אביב'],
  ['Hebrew with points', 'שָׁלוֹם עֲלֵיכֶם'],
  ['Arabic', 'مهرجان دبي'],
  ['Persian', 'می‌خواهم پچگ'],
  ['Urdu', 'ٹکٹ ڈرامہ ہے'],
  ['Devanagari', 'हिन्दी नाटक क्षत्रिय'],
  ['Bengali', 'বাংলা নাটক শ্রেষ্ঠ'],
  ['Gurmukhi', 'ਪੰਜਾਬੀ ਸ੍ਰੀ'],
  ['Gujarati', 'ગુજરાતી શ્રી'],
  ['Oriya', 'ଓଡ଼ିଆ ନାଟକ'],
  ['Tamil', 'தமிழ் நாடகம் கொடு'],
  ['Telugu', 'తెలుగు నాటకం స్త్రీ'],
  ['Kannada', 'ಕನ್ನಡ ನಾಟಕ'],
  ['Malayalam', 'മലയാളം നാടകം'],
  ['Sinhala', 'සිංහල ශ්‍රී'],
  ['Thai', 'เทศกาลดนตรีไทย น้ำ'],
  ['Lao', 'ງານບຸນລາວ ນໍ້າ'],
  ['Khmer', 'ភាសាខ្មែរ ស្រី'],
  ['Myanmar', 'မြန်မာ ပွဲတော် ကျော်'],
  ['Tibetan', 'བོད་སྐད་ བཀྲ་ཤིས'],
  ['Georgian', 'ქართული საღამო'],
  ['Armenian', 'Հայերեն Երեկո'],
  ['Ethiopic', 'አማርኛ ቲያትር'],
  ['Thaana', 'ދިވެހި'],
  ['Japanese', '東京フィルハーモニー交響楽団 髙橋'],
  ['simplified Chinese', '上海爱乐乐团新年音乐会 赵丽颖'],
  ['traditional Chinese', '臺北國家音樂廳 龔詩嘉 戲劇節'],
  ['Korean', '서울시립교향악단 김민수 뷁'],
  ['emoji', 'Night 🎉 Fest ❤️ 👩🏽‍🚒 👨‍👩‍👧 🇩🇪 1️⃣ ☕'],
]

test.each(SAMPLES)('%s has a glyph for each letter', (_, text) => {
  for (const face of ['display', 'text', 'strong'] as const) {
    const missing = visualRuns(text, face).flatMap(({ text: run, slice }) =>
      slice
        .font()
        .layout(run)
        .glyphs.flatMap(({ id }) => (id === 0 ? [`${run} ${slice.name}`] : [])),
    )
    expect(missing).toEqual([])
    // A shaper that cannot read a syllable puts a circle there.
    expect(glyphsOf(text, face).flatMap(({ codePoints }) => codePoints)).not.toContain(
      DOTTED_CIRCLE,
    )
  }
})

/** Where on the line a character is drawn. */
const placeOf = (text: string, character: string) =>
  glyphsOf(text, 'text').findIndex(({ codePoints }) =>
    codePoints.includes(character.codePointAt(0) ?? 0),
  )

test.each([
  ['Devanagari', 'दि', 'ि', 'द'],
  ['Bengali', 'বে', 'ে', 'ব'],
  ['Tamil', 'பெ', 'ெ', 'ப'],
  ['Malayalam', 'പെ', 'െ', 'പ'],
  ['Sinhala', 'පෙ', 'ෙ', 'ප'],
  ['Khmer', 'បេ', 'េ', 'ប'],
  ['Myanmar', 'ပေ', 'ေ', 'ပ'],
  ['Myanmar, around its letter', 'မြ', 'ြ', 'မ'],
  ['Hebrew, from the right', 'אב', 'ב', 'א'],
  ['Arabic, from the right', 'دا', 'ا', 'د'],
])('%s is drawn in its order on paper', (_, text, first, second) => {
  expect(placeOf(text, first)).toBeGreaterThanOrEqual(0)
  expect(placeOf(text, second)).toBeGreaterThan(placeOf(text, first))
})

test('a Chinese name is in one family, and so is a Japanese one', () => {
  const familiesOf = (text: string) =>
    new Set(
      fontRuns(text, 'text').map(({ slice }) => slice.name.replace(/-(japanese|\d+)-\d+$/, '')),
    )
  expect(familiesOf('上海爱乐乐团')).toEqual(new Set(['noto-sans-sc']))
  expect(familiesOf('東京都交響楽団')).toEqual(new Set(['noto-sans-jp']))
})

test('a Hebrew sentence with a number and brackets is set from the right', () => {
  const line = visualRuns('ערב (2026) גדול', 'text').map(({ text }) => text)
  expect(line.join('')).toContain('(2026)')
  expect(line[0]).toContain('גדול')
  expect(line.at(-1)).toContain('ערב')
})
