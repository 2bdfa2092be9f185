import { VisuallyHidden } from '@foyer/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Changes are gathered this long, so that a rush is heard as one sentence and not as a ticker. */
const GATHER_MILLISECONDS = 3000

interface LiveNewsProps {
  /** Empty until they are known. */
  offers: readonly Offer[]
  /** Plural, 'times'. */
  noun: string
}

/** Tells a screen reader politely what changed while the page was open. */
export function LiveNews({ offers, noun }: LiveNewsProps) {
  const [text, setText] = useState('')
  const heard = useRef(levelsOf(offers))
  const signature = offers.map(({ id, level }) => `${id} ${level}`).join()
  const speak = useEffectEvent(() => {
    const news = newsOf(heard.current, offers, noun)
    heard.current = levelsOf(offers)
    if (news) setText(news)
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature is what tells of a change
  useEffect(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      speak()
    }, GATHER_MILLISECONDS)
  }, [signature])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return <VisuallyHidden role="status">{text}</VisuallyHidden>
}

/** One thing that is on sale, as it is spoken of. */
interface Offer {
  id: string
  /** '10:00 AM' */
  name: string
  /** '3 left' */
  words: string
  /** Coarser than the words: only when it changes there is something to say. */
  level: string
}

const MOST_NAMED = 3

/**
 * What to say of the changes between two looks; '' when there is nothing. `noun` is the plural of
 * what is on sale: 'times'.
 */
export function newsOf(
  before: ReadonlyMap<string, string>,
  offers: readonly Offer[],
  noun: string,
): string {
  const changed = offers.filter(({ id, level }) => before.has(id) && before.get(id) !== level)
  if (changed.length > MOST_NAMED) return `Availability of ${changed.length} ${noun} has changed.`
  return changed.map(({ name, words }) => `${name}: ${words}.`).join(' ')
}

export const levelsOf = (offers: readonly Offer[]): ReadonlyMap<string, string> =>
  new Map(offers.map(({ id, level }) => [id, level]))
