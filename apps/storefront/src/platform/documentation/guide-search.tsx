import type { GuideSearchView } from '@foyer/contract'
import { cx } from '@foyer/ui'
import { Search } from '@foyer/ui/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useRouter } from '../../routing/router-provider.tsx'
import { useApp } from '../../shared/app-context.tsx'
import { platformPaths } from '../platform-paths.ts'
import { guideSearchQuery } from './load-guides.ts'

const MOST_CHARACTERS = 100
const TYPING_MILLISECONDS = 120

type Result = GuideSearchView['results'][number]

/**
 * Searches all guides while somebody types. Arrows choose a result, Enter opens it or, without one,
 * the page of all results; Escape closes the list. Without JavaScript, the form leads to that page.
 */
export function GuideSearch({ typed = '' }: { typed?: string }) {
  const router = useRouter()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(typed)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const asked = useSettled(text.trim())
  const { data } = useQuery({
    ...guideSearchQuery(useApp(), asked),
    enabled: isOpen && asked !== '',
    // While somebody types, the previous results stay until the next ones are there.
    placeholderData: keepPreviousData,
  })
  const results = isOpen && asked !== '' ? (data?.results ?? []) : []
  const shows = isOpen && asked !== '' && data !== undefined
  useSlash(input)

  const openResult = ({ slug, id }: Result) => {
    setOpen(false)
    void router.navigate(platformPaths.guide(slug, id))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const result = results[chosen]
    if (result) return openResult(result)
    setOpen(false)
    void router.navigate(platformPaths.guides(text.trim()))
  }
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape') setOpen(false)
    if ((key !== 'ArrowDown' && key !== 'ArrowUp') || results.length === 0) return
    event.preventDefault()
    const step = key === 'ArrowDown' ? 1 : -1
    // One of the positions is the field itself.
    const count = results.length + 1
    setChosen(((chosen + 1 + step + count) % count) - 1)
  }
  return (
    <search className="relative block">
      <form action={platformPaths.guides().to} onSubmit={submit}>
        <label className="relative block">
          <span className="sr-only">Search the documentation</span>
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute start-3.5 top-3.5 size-5 text-muted"
          />
          <input
            ref={input}
            type="text"
            name="q"
            value={text}
            maxLength={MOST_CHARACTERS}
            placeholder="Search the documentation"
            autoComplete="off"
            enterKeyHint="search"
            role="combobox"
            aria-expanded={shows}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={chosen >= 0 ? `${listId}-${chosen}` : undefined}
            onChange={({ target }) => {
              setText(target.value)
              setChosen(-1)
              setOpen(true)
            }}
            onFocus={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={onKey}
            className="h-12 w-full rounded-md border border-edge-strong bg-page ps-11 pe-4 text-base placeholder:text-muted"
          />
        </label>
      </form>
      <ul
        id={listId}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combobox
        role="listbox"
        aria-label="Results"
        hidden={!shows}
        className="absolute inset-x-0 top-full z-20 mt-2 max-h-[70dvh] overflow-y-auto rounded-md bg-raised p-1.5 shadow-float"
      >
        {results.map((result, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard
          <li
            key={`${result.slug}#${result.id}`}
            id={`${listId}-${index}`}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of it
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            // The field keeps the focus, so that the list stays open until the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => openResult(result)}
            className={cx(
              'cursor-pointer rounded-sm px-3 py-2.5 hover:bg-hover',
              index === chosen && 'bg-hover',
            )}
          >
            <ResultText result={result} />
          </li>
        ))}
        {shows && results.length === 0 && (
          <li className="px-3 py-2.5 text-sm text-muted">Nothing found for “{asked}”.</li>
        )}
      </ul>
      <p role="status" className="sr-only">
        {shows ? `${results.length} results` : ''}
      </p>
    </search>
  )
}

/** Where something was found, and the sentence around it. */
export const ResultText = ({ result: { title, heading, excerpt } }: { result: Result }) => (
  <>
    <span className="block text-sm font-semibold">
      {heading || title}
      {heading && <span className="font-normal text-muted"> · {title}</span>}
    </span>
    <span className="mt-0.5 block text-sm text-muted">
      {excerpt.map(({ text, isMatch }, index) =>
        isMatch ? (
          <mark
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
            key={index}
            className="bg-transparent font-semibold text-text underline decoration-accent decoration-2 underline-offset-2"
          >
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </span>
  </>
)

/** The text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** The key / leads to the search, unless somebody types elsewhere. */
function useSlash(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [input])
}
