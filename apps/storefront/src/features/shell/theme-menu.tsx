import { IconButton, LazyChoiceMenu } from '@foyer/ui'
import { Moon, Sun } from '@foyer/ui/icons'
import { useRef } from 'react'
import { chooseTheme, useTheme } from '../../theme/theme.ts'

const CHOICES = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" className="size-4" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" className="size-4" /> },
] as const

/** Light or dark. */
export function ThemeMenu() {
  const theme = useTheme()
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place}>
      <LazyChoiceMenu
        trigger={
          <IconButton label="Theme">
            {/* Both are in the markup: the server does not know the theme. */}
            <Moon aria-hidden="true" className="size-5 light:hidden" />
            <Sun aria-hidden="true" className="size-5 dark:hidden" />
          </IconButton>
        }
        label="Theme"
        value={theme}
        onChange={chooseTheme}
        choices={CHOICES}
        container={place}
      />
    </div>
  )
}
