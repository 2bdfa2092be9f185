import { SEARCH_LIMITS } from '@foyer/domain'
import { controlFace, cx } from '@foyer/ui'
import { Search } from '@foyer/ui/icons'
import type { ComponentProps } from 'react'

/** The field that searches events, on every page that has one; takes the props of `<input>`. */
export function SearchField({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute start-3.5 top-1/2 z-1 size-5 -translate-y-1/2 text-muted"
      />
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a button into type="search", beside ours */}
      <input
        type="text"
        role="searchbox"
        name="q"
        placeholder="Search events"
        aria-label="Search events"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_LIMITS.query}
        className={cx(controlFace, 'ps-11', className)}
        {...rest}
      />
    </>
  )
}
