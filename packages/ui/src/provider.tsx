import { type ReactNode, useMemo } from 'react'
import { englishTexts, type UiTexts, UiTextsContext } from './texts.tsx'

interface UiProviderProps {
  /** Replaces single texts of the components, e.g. for another language. */
  texts?: Partial<UiTexts>
  children: ReactNode
}

/** Render it once around the app. */
export function UiProvider({ texts, children }: UiProviderProps) {
  const allTexts = useMemo(() => ({ ...englishTexts, ...texts }), [texts])
  return <UiTextsContext value={allTexts}>{children}</UiTextsContext>
}
