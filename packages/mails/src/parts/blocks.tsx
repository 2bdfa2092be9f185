import type { ComponentProps, ReactNode } from 'react'
import { Button, Heading, Link, Section, Text } from 'react-email'
import { usePaint } from './paint.ts'
import { type } from './type.ts'

/** A paragraph. */
export function Say({ children }: { children: ReactNode }) {
  const paint = usePaint()
  return <Text {...paint('text', { ...type.body, marginTop: 24 })}>{children}</Text>
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
  /** Set in a font for codes; on a phone it is shown below its label. */
  isCode?: boolean
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
      <FactRows facts={facts} />
    </Section>
  )
}

export function FactRows({ facts }: { facts: readonly Fact[] }) {
  return (
    <Table data-text="facts">
      {facts.map((fact) => (
        <FactRow key={`${fact.label} ${fact.value}`} {...fact} />
      ))}
    </Table>
  )
}

function FactRow({ label, value, isStrong = false, isCode = false, isAmount = false }: Fact) {
  const paint = usePaint()
  const shared = isStrong
    ? {
        padding: '12px 0 6px',
        fontWeight: 700,
        borderTopWidth: 1,
        borderTopStyle: 'solid' as const,
      }
    : { padding: '6px 0' }
  const stacked = isCode ? ' m-stack' : ''
  const name = paint(isStrong ? 'strong' : 'muted', {
    ...type.body,
    ...shared,
    paddingRight: 16,
    overflowWrap: 'anywhere',
  })
  const figure = paint(isStrong ? 'strong' : 'text', {
    ...(isCode ? type.code : type.body),
    ...shared,
    fontVariantNumeric: 'tabular-nums',
    ...(isCode || isAmount ? { whiteSpace: 'nowrap' } : { overflowWrap: 'anywhere' }),
  })
  return (
    <tr data-text="fact">
      <td data-text="label" valign="top" {...name} className={name.className + stacked}>
        {label}
      </td>
      <td
        data-text="value"
        align="right"
        valign="top"
        {...figure}
        className={figure.className + stacked}
      >
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
