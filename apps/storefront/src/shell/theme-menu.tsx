import { ChoiceMenu } from '@foyer/ui'
import { Moon, Sun } from '@foyer/ui/icons'
import { chooseTheme, useTheme } from './theme.ts'

const CHOICES = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" className="size-4" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" className="size-4" /> },
] as const

/** Light or dark. */
export function ThemeMenu() {
  const theme = useTheme()
  return (
    <ChoiceMenu
      label="Theme"
      icon={
        <>
          {/* Both are in the markup: the server does not know the theme. */}
          <Moon aria-hidden="true" className="size-5 light:hidden" />
          <Sun aria-hidden="true" className="size-5 dark:hidden" />
        </>
      }
      value={theme}
      onChange={chooseTheme}
      choices={CHOICES}
    />
  )
}
