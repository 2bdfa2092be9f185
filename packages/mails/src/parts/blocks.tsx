import type { ComponentProps, ReactNode } from 'react'
import { Button, Heading, Link, Section, Text } from 'react-email'
import { usePaint } from './paint.ts'
import { type } from './type.ts'

/** A paragraph. */
export function Say({ children }: { children: ReactNode }) {
  const paint = usePaint()
  return <Text {...paint('text', { ...type.body, marginTop: 24 })}>{children}</Text>
}

/** The title of a part of the mail. */
export function Subtitle({ children }: { children: string }) {
  const paint = usePaint()
  return (
    <Heading
      as="h2"
      {...paint('text', { ...type.heading, fontSize: 18, marginTop: 36, marginBottom: 8 })}
    >
      {children}
    </Heading>
  )
}

/** A short paragraph in a list of such. */
export function Line({ children }: { children: ReactNode }) {
  const paint = usePaint()
  return <Text {...paint('text', { ...type.body, marginTop: 8 })}>{children}</Text>
}

/** A paragraph in muted text, for additional information. */
export function Note({ children }: { children: ReactNode }) {
  const paint = usePaint()
  return <Text {...paint('muted', { ...type.small, marginTop: 24 })}>{children}</Text>
}

/** The main action of the mail, as a button. */
export function Action({ href, children }: { href: string; children: string }) {
  const paint = usePaint()
  const { className, style } = paint('action', {
    ...type.body,
    fontWeight: 700,
    padding: '15px 26px',
    borderRadius: 10,
    textDecoration: 'none',
    boxSizing: 'border-box',
  })
  return (
    <Section style={{ marginTop: 28 }}>
      <Button href={href} className={`${className} m-wide`} style={style} data-text="action">
        {children}
      </Button>
    </Section>
  )
}

/** A second link, shown less prominently than the action. */
export function Also({ href, children }: { href: string; children: string }) {
  const paint = usePaint()
  return (
    <Text {...paint('text', { ...type.body, marginTop: 16 })}>
      <Link {...paint('link', { textDecoration: 'underline' })} href={href} data-text="action">
        {children}
      </Link>
    </Text>
  )
}

export interface Fact {
  label: string
  value: string
  isStrong?: boolean
  /** An amount beside a long label: it stays on one line. */
  isAmount?: boolean
}

/** Names and figures in two columns. In the text alternative each pair is a line. */
export function Facts({ title, facts }: { title?: string; facts: readonly Fact[] }) {
  const paint = usePaint()
  return (
    <Section style={{ marginTop: 36 }}>
      {title && (
        <Heading as="h2" {...paint('text', { ...type.heading, fontSize: 18, marginBottom: 8 })}>
          {title}
        </Heading>
      )}
      <Table data-text="facts">
        {facts.map((fact) => (
          <FactRow key={`${fact.label} ${fact.value}`} {...fact} />
        ))}
      </Table>
    </Section>
  )
}

function FactRow({ label, value, isStrong = false, isAmount = false }: Fact) {
  const paint = usePaint()
  const shared = isStrong
    ? {
        padding: '12px 0 6px',
        fontWeight: 700,
        borderTopWidth: 1,
        borderTopStyle: 'solid' as const,
      }
    : { padding: '6px 0' }
  const name = paint(isStrong ? 'strong' : 'muted', {
    ...type.body,
    ...shared,
    paddingRight: 16,
    overflowWrap: 'anywhere',
  })
  const figure = paint(isStrong ? 'strong' : 'text', {
    ...type.body,
    ...shared,
    fontVariantNumeric: 'tabular-nums',
    ...(isAmount ? { whiteSpace: 'nowrap' } : { overflowWrap: 'anywhere' }),
  })
  return (
    <tr data-text="fact">
      <td data-text="label" valign="top" {...name}>
        {label}
      </td>
      <td data-text="value" align="right" valign="top" {...figure}>
        {value}
      </td>
    </tr>
  )
}

/** A table for layout only: old mail programs support no other layout. */
export function Table({ children, ...rest }: ComponentProps<'table'>) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} {...rest}>
      <tbody>{children}</tbody>
    </table>
  )
}
