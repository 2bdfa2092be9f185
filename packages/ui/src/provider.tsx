import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, useMemo } from 'react'
import { englishTexts, type UiTexts, UiTextsContext } from './texts.tsx'

interface UiProviderProps {
  /** Replaces single words of the primitives, e.g. for another language. */
  texts?: Partial<UiTexts>
  children: ReactNode
}

/**
 * Stands once around the app. Under our CSP no inline `<style>` may appear, so Base UI is told to
 * write none; what it needs is in styles.css.
 */
export function UiProvider({ texts, children }: UiProviderProps) {
  const allTexts = useMemo(() => ({ ...englishTexts, ...texts }), [texts])
  return (
    <CSPProvider disableStyleElements>
      <UiTextsContext value={allTexts}>{children}</UiTextsContext>
    </CSPProvider>
  )
}
