import { IconButton } from '@foyer/ui'
import { Moon, Sun } from '@foyer/ui/icons'
import { lazy, Suspense, useState } from 'react'
import { chooseTheme, type Theme, useTheme } from '../../theme/theme.ts'

const loadMenu = () => import('@foyer/ui/menu')
const ChoiceMenu = lazy(async () => ({ default: (await loadMenu()).ChoiceMenu<Theme> }))

const CHOICES = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" className="size-4" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" className="size-4" /> },
] as const

/** Light or dark. The menu's code comes with the first sign of interest; no press is lost. */
export function ThemeMenu() {
  const theme = useTheme()
  const [isWanted, setWanted] = useState(false)
  const button = (
    <IconButton
      label="Theme"
      aria-haspopup="menu"
      onClick={isWanted ? undefined : () => setWanted(true)}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
    >
      {/* Both are in the markup: the server does not know the theme. */}
      <Moon aria-hidden="true" className="size-5 light:hidden" />
      <Sun aria-hidden="true" className="size-5 dark:hidden" />
    </IconButton>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <ChoiceMenu
        trigger={button}
        label="Theme"
        value={theme}
        onChange={chooseTheme}
        choices={CHOICES}
        defaultOpen
      />
    </Suspense>
  )
}
