import { Combobox } from '@base-ui/react/combobox'
import { TextInput, useFieldControl } from '@foyer/ui'
import { ChevronsUpDown } from '@foyer/ui/icons'
import { useLayoutEffect, useRef } from 'react'
import { matchesWords } from './matches-words.ts'

export interface SearchChoice {
  value: string
  label: string
  /** Beside the label, less prominent. */
  hint?: string
  /** What else it is found by; without it, it is found by its label and its hint. */
  keywords?: string
}

interface SearchSelectProps {
  choices: readonly SearchChoice[]
  value: SearchChoice | null
  onChange: (value: string) => void
  /** Asks the server for what matches; without it, the given choices are searched. */
  onSearch?: (text: string) => void
  placeholder?: string
  disabled?: boolean
  /** Shown if nothing matches. */
  empty: string
}

const matches = ({ label, hint, keywords }: SearchChoice, typed: string): boolean =>
  matchesWords(`${label} ${keywords ?? hint ?? ''}`, typed)

/**
 * Base UI hides the rest of the page from assistive technology while the list is open, as if it were a
 * window: the label of the field too, so that the field has no name. Here the list follows its field.
 */
function PageStaysReadable() {
  // Before Base UI's own effect: what is hidden by now, such as icons, stays hidden.
  useLayoutEffect(() => {
    const hidden = new Set<Node>(document.querySelectorAll('[aria-hidden="true"]'))
    const watcher = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof Element) || hidden.has(target)) continue
        if (target.hasAttribute('data-base-ui-inert')) target.removeAttribute('aria-hidden')
      }
    })
    watcher.observe(document.body, { attributeFilter: ['data-base-ui-inert'], subtree: true })
    return () => watcher.disconnect()
  }, [])
  return null
}

/**
 * One of many, found by typing: a list below a text field, with arrow keys, Enter and Escape. Inside a
 * `Field`, which names it.
 */
export function SearchSelect({
  choices,
  value,
  onChange,
  onSearch,
  placeholder,
  disabled,
  empty,
}: SearchSelectProps) {
  // Beside its field, so that it belongs to the same landmark or window.
  const container = useRef<HTMLSpanElement>(null)
  // Base UI would give the field an id of its own, and the label would name nothing.
  const wiring = useFieldControl()
  return (
    <Combobox.Root
      items={choices}
      value={value}
      onValueChange={(next: SearchChoice | null) => next && onChange(next.value)}
      isItemEqualToValue={(one: SearchChoice, other: SearchChoice) => one.value === other.value}
      filter={onSearch ? null : matches}
      onInputValueChange={(text, { reason }) => {
        if (reason === 'input-change') onSearch?.(text)
      }}
      autoHighlight
      disabled={disabled}
    >
      <span className="relative block">
        <Combobox.Input
          {...wiring}
          render={<TextInput className="pe-11" />}
          placeholder={placeholder}
        />
        <ChevronsUpDown
          aria-hidden="true"
          className="pointer-events-none absolute end-3.5 top-1/2 size-4.5 -translate-y-1/2 text-muted"
        />
      </span>
      <span ref={container} className="contents" />
      <Combobox.Portal container={container}>
        <Combobox.Positioner sideOffset={6} className="z-50">
          <PageStaysReadable />
          <Combobox.Popup className="office-menu max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-md bg-raised p-1.5 text-sm text-text shadow-float forced-colors:border">
            <Combobox.Empty className="px-2.5 py-2 text-muted empty:hidden">{empty}</Combobox.Empty>
            <Combobox.List>
              {(choice: SearchChoice) => (
                <Combobox.Item
                  key={choice.value}
                  value={choice}
                  className="flex min-h-target cursor-default flex-wrap items-baseline gap-x-3 wrap-anywhere rounded-sm px-2.5 py-1.5 outline-none select-none data-highlighted:bg-hover data-selected:font-semibold"
                >
                  <span className="min-w-0">{choice.label}</span>
                  {choice.hint && <span className="font-normal text-muted">{choice.hint}</span>}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
