import type { GuideBlock, GuideSearchView, GuideView } from '@foyer/contract'
import { slipsToBegin } from '@foyer/domain'

/** The text below one heading of a guide. */
interface Section {
  slug: string
  title: string
  heading: string
  id: string
  text: string
}

export interface GuideIndex {
  sections: readonly Section[]
  /** The sections in which a word is, and how much it weighs there. */
  words: ReadonlyMap<string, ReadonlyMap<number, number>>
}

type Results = GuideSearchView['results']

/** A word of the guide's title, of the heading, of the text below it. */
const WEIGHTS = { title: 6, heading: 8, text: 1 } as const
const MOST_RESULTS = 12
/** Words beyond this number are ignored. */
const MOST_WORDS = 8
/** Every further mention of a word in a section counts less. */
const MOST_MENTIONS = 4
const BEGINS = 0.7
const MISSPELT = 0.35
/** Nobody misspells a longer word; comparing it would take long. */
const LONGEST_MISSPELT = 24
const EXCERPT_CHARACTERS = 180
const WORD = /[\p{L}\p{N}_]+/gu

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string): string[] => fold(text).match(WORD) ?? []

export function indexGuides(guides: readonly GuideView[]): GuideIndex {
  const sections = guides.flatMap(sectionsOf)
  const words = new Map<string, Map<number, number>>()
  const note = (text: string, at: number, weight: number) => {
    for (const word of wordsOf(text)) {
      const places = words.get(word) ?? new Map<number, number>()
      words.set(word, places)
      places.set(at, Math.min((places.get(at) ?? 0) + weight, weight * MOST_MENTIONS + 20))
    }
  }
  for (const [at, { title, heading, id, text }] of sections.entries()) {
    if (id === '') note(title, at, WEIGHTS.title)
    note(heading, at, WEIGHTS.heading)
    note(text, at, WEIGHTS.text)
  }
  return { sections, words }
}

function sectionsOf({ slug, title, summary, blocks }: GuideView): Section[] {
  const first: Section = { slug, title, heading: '', id: '', text: '' }
  const sections = [first]
  let current = first
  for (const block of blocks) {
    if (block.kind === 'heading') {
      current = { slug, title, heading: block.text, id: block.id, text: '' }
      sections.push(current)
    } else current.text += `${textOfBlock(block)} `
  }
  if (first.text === '') first.text = summary
  return sections
}

function textOfBlock(block: GuideBlock): string {
  if (block.kind === 'code') return block.text
  if (block.kind === 'picture') return block.alt
  if (block.kind === 'heading') return block.text
  const runs =
    block.kind === 'list'
      ? block.items.map((item) => item.runs)
      : block.kind === 'table'
        ? [...block.head, ...block.rows.flat()]
        : [block.runs]
  return runs.map((each) => each.map(({ text }) => text).join('')).join(' ')
}

/** The words of the index that a typed word may mean, with how well they fit. */
function meant(typed: string, { words }: GuideIndex): Map<string, number> {
  const found = new Map<string, number>()
  for (const word of words.keys()) {
    if (word === typed) found.set(word, 1)
    else if (typed.length >= 2 && word.startsWith(typed)) found.set(word, BEGINS)
  }
  if (found.size > 0 || typed.length < 4 || typed.length > LONGEST_MISSPELT) return found
  const most = typed.length < 8 ? 1 : 2
  const near = [...words.keys()].filter(
    (word) =>
      word.length >= typed.length - most &&
      beginsAlike(typed, word) &&
      slipsToBegin(typed, word) <= most,
  )
  // 'backp' means 'backup' rather than 'back'.
  const longer = near.filter((word) => word.length >= typed.length)
  for (const word of longer.length > 0 ? longer : near) found.set(word, MISSPELT)
  return found
}

/** One of the first two letters is rarely wrong, and comparing all words would take a tenth of a second. */
const beginsAlike = (typed: string, word: string): boolean =>
  typed[0] === word[0] || typed[1] === word[0] || typed[0] === word[1]

/** The sections that have one of the words, and how well each fits. */
function fitting(
  meanings: ReadonlyMap<string, number>,
  { words, sections }: GuideIndex,
): Map<number, number> {
  const scores = new Map<number, number>()
  for (const [word, quality] of meanings) {
    const places = words.get(word)
    if (!places) continue
    // A word that is in few sections weighs more than one that is in most.
    const rarity = Math.log(1 + sections.length / places.size)
    for (const [at, weight] of places) {
      scores.set(at, Math.max(scores.get(at) ?? 0, weight * rarity * quality))
    }
  }
  return scores
}

/** Every typed word has to be in a section, or what it may mean. The best sections come first. */
export function searchGuides(index: GuideIndex, typed: string): Results {
  const meanings: Map<string, number>[] = []
  for (const word of [...new Set(wordsOf(typed))].slice(0, MOST_WORDS)) {
    const words = meant(word, index)
    if (words.size === 0) return []
    meanings.push(words)
  }
  const [first, ...others] = meanings.map((words) => fitting(words, index))
  if (!first) return []
  const found = [...first].filter(([at]) => others.every((scores) => scores.has(at)))
  const matches = new Set(meanings.flatMap((words) => [...words.keys()]))
  return found
    .map(([at, score]) => ({
      at,
      score: others.reduce((sum, scores) => sum + (scores.get(at) ?? 0), score),
    }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, MOST_RESULTS)
    .flatMap(({ at }) => {
      const section = index.sections[at]
      return section ? [resultOf(section, matches)] : []
    })
}

function resultOf(section: Section, matches: ReadonlySet<string>): Results[number] {
  const { slug, title, heading, id, text } = section
  const isMatch = (word: string) => matches.has(fold(word))
  const first = [...text.matchAll(WORD)].find(([word]) => isMatch(word))?.index ?? 0
  const begin = first < 60 ? 0 : text.lastIndexOf(' ', first - 40) + 1
  const cut = text.slice(begin, begin + EXCERPT_CHARACTERS)
  const isCutShort = begin + EXCERPT_CHARACTERS < text.trimEnd().length
  const words = isCutShort ? cut.slice(0, Math.max(0, cut.lastIndexOf(' '))) : cut
  const excerpt: Results[number]['excerpt'] = []
  const add = (part: string, isFound: boolean) => {
    if (part !== '') excerpt.push({ text: part, isMatch: isFound })
  }
  add(begin > 0 ? '… ' : '', false)
  let after = 0
  for (const { 0: word, index } of words.matchAll(WORD)) {
    if (!isMatch(word)) continue
    add(words.slice(after, index), false)
    add(word, true)
    after = index + word.length
  }
  add(words.slice(after).trimEnd(), false)
  add(isCutShort ? ' …' : '', false)
  return { slug, title, heading, id, excerpt }
}
