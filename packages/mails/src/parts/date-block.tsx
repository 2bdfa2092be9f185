import { Text } from 'react-email'
import { usePaint } from './paint.ts'
import { type } from './type.ts'

/** The date in large type. Hidden from screen readers, because the same date follows in words. */
export function DateBlock({ date, locale }: { date: string; locale: string }) {
  const paint = usePaint()
  // Noon in UTC, formatted in UTC, is on this calendar day in any zone of the server.
  const noon = new Date(`${date}T12:00:00Z`)
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(noon)
  const small = { ...type.small, fontWeight: 700, letterSpacing: '0.04em' }
  return (
    <div aria-hidden="true">
      <Text {...paint('link', small)}>{part({ month: 'short' })}</Text>
      <Text {...paint('text', { ...type.title, fontSize: 46, lineHeight: '46px' })}>
        {part({ day: 'numeric' }).replace(/\D/g, '')}
      </Text>
      <Text {...paint('muted', { ...small, fontWeight: 400, marginTop: 4 })}>
        {part({ weekday: 'short' })}
      </Text>
    </div>
  )
}
