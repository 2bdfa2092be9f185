import { useEffect } from 'react'

/**
 * Gives the focus to the first control of a form with one of these ids. The form was still loading when
 * its dialog gave the focus to its only control, the button to close it.
 */
export function useFirstFocus(ids: readonly string[]): void {
  const all = ids.map((id) => `#${CSS.escape(id)}`).join()
  useEffect(() => {
    document
      .querySelector<HTMLElement>(`:is(${all}):is(input, select), :is(${all}) input:enabled`)
      ?.focus()
  }, [all])
}
