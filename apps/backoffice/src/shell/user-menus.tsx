import { staffApi } from '@foyer/contract'
import { ROLE_TEXTS } from '@foyer/domain'
import { iconButtonStyle, notify } from '@foyer/ui'
import {
  ChevronsUpDown,
  Gauge,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Store,
  Sun,
  UserRound,
} from '@foyer/ui/icons'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { bareCall } from '../data/client.ts'
import { failureText } from '../data/failure-text.ts'
import { meQuery, signedOut } from '../data/queries.ts'
import { paths } from '../routing/paths.ts'
import { Menu, MenuChoices, MenuGroup, MenuItem, MenuLine, MenuLink } from '../shared/menu.tsx'
import { BrandMark } from './brand-mark.tsx'
import { chooseTheme, useThemeChoice } from './theme.ts'

const icon = 'size-4 shrink-0 text-muted'
const TRIGGER =
  'flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-md px-2.5 text-start text-sm transition-colors hover:bg-hover data-popup-open:bg-hover'

/** The organizer that the screens are about, and the way to the others. */
export function OrganizerMenu({ current }: { current: string | null }) {
  const { data: me } = useSuspenseQuery(meQuery)
  const organizers = me?.organizers ?? []
  const shown = organizers.find(({ slug }) => slug === current)
  return (
    <Menu
      className="max-h-96 w-64 overflow-y-auto"
      trigger={
        <button type="button" className={TRIGGER}>
          <BrandMark className="size-6 shrink-0 text-accent-text" />
          <span className="sr-only">Organizer:</span>
          <span className="min-w-0 flex-1 truncate font-display font-bold">
            {shown?.name ?? 'Choose an organizer'}
          </span>
          <ChevronsUpDown aria-hidden="true" className={icon} />
        </button>
      }
    >
      <MenuGroup label="Organizers">
        {organizers.map(({ slug, name, role }) => (
          <MenuLink key={slug} link={<Link {...paths.home(slug)} />}>
            <Store aria-hidden="true" className={icon} />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{name}</span>
            </span>
            <span className="text-xs text-muted">{ROLE_TEXTS[role].name}</span>
          </MenuLink>
        ))}
      </MenuGroup>
      {me?.mayRegister && (
        <>
          <MenuLine />
          <MenuLink link={<Link {...paths.newOrganizer()} />}>
            <Plus aria-hidden="true" className={icon} />
            Register an organizer
          </MenuLink>
        </>
      )}
    </Menu>
  )
}

const THEMES = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" className={icon} /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" className={icon} /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" className={icon} /> },
] as const

/** The person who is signed in: account, theme, sign-out. */
export function AccountMenu({ isCompact = false }: { isCompact?: boolean }) {
  const { data: me } = useSuspenseQuery(meQuery)
  const theme = useThemeChoice()
  const navigate = useNavigate()
  if (!me) return null
  const signOut = async () => {
    try {
      await bareCall(staffApi.signOut, {})
    } catch (error) {
      return void notify({
        tone: 'danger',
        title: 'You are still signed in',
        description: failureText(error),
      })
    }
    await navigate(paths.signIn())
    signedOut()
  }
  return (
    <Menu
      side={isCompact ? 'bottom' : 'top'}
      align={isCompact ? 'end' : 'start'}
      className="w-60"
      trigger={
        <button type="button" className={isCompact ? iconButtonStyle() : TRIGGER}>
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center rounded-full bg-hover text-xs font-semibold text-text"
          >
            {initialsOf(me.name)}
          </span>
          <span className="sr-only">Account:</span>
          <span className={isCompact ? 'sr-only' : 'min-w-0 flex-1 truncate font-semibold'}>
            {me.name}
          </span>
          {!isCompact && <ChevronsUpDown aria-hidden="true" className={icon} />}
        </button>
      }
    >
      <MenuGroup label={me.email}>
        <MenuLink link={<Link {...paths.account()} />}>
          <UserRound aria-hidden="true" className={icon} />
          My account
        </MenuLink>
        {me.isOperator && (
          <MenuLink link={<Link {...paths.platform()} />}>
            <Gauge aria-hidden="true" className={icon} />
            Platform
          </MenuLink>
        )}
      </MenuGroup>
      <MenuLine />
      <MenuGroup label="Theme">
        <MenuChoices label="Theme" value={theme} onChange={chooseTheme} choices={THEMES} />
      </MenuGroup>
      <MenuLine />
      <MenuItem
        icon={<LogOut aria-hidden="true" className={icon} />}
        onChoose={() => void signOut()}
      >
        Sign out
      </MenuItem>
    </Menu>
  )
}

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
