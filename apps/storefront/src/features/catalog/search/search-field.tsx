import { SEARCH_LIMITS } from '@foyer/domain'
import { cx, TextInput } from '@foyer/ui'
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
      <TextInput
        // Not type="search": browsers draw a button of their own into it, beside ours.
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
        className={cx('ps-11', className)}
        {...rest}
      />
    </>
  )
}
