import { Section, Text } from 'react-email'
import type { Draft } from '../draft.ts'
import type { MailViewOf } from '../mail.ts'
import { Action, Note, Say } from '../parts/blocks.tsx'
import { Title } from '../parts/page.tsx'
import { usePaint } from '../parts/paint.ts'
import { type } from '../parts/type.ts'

/** A code that proves that the address belongs to the person who asks for its orders. */
export function lookupCode({ brand, data, url }: MailViewOf<'lookup_code'>): Draft {
  return {
    subject: `${data.code} is your code at ${brand.name}`,
    preview: `It shows your orders and is valid for ${data.validMinutes} minutes.`,
    body: (
      <>
        <Title>Your code</Title>
        <Say>{`Enter it where you asked for your orders. It is valid for ${data.validMinutes} minutes.`}</Say>
        <Code>{data.code}</Code>
        <Action href={url}>Show my orders</Action>
        <Note>
          You did not ask for it? Then somebody typed your address. Nobody sees your orders without
          this code: please give it to no one.
        </Note>
      </>
    ),
  }
}

function Code({ children }: { children: string }) {
  const paint = usePaint()
  return (
    <Section {...paint('soft', { marginTop: 24, borderRadius: 14 })}>
      <Text
        {...paint('text', {
          ...type.code,
          fontSize: 40,
          lineHeight: '48px',
          fontWeight: 700,
          letterSpacing: '0.18em',
          textAlign: 'center',
          padding: '24px 0',
          // Balances the letter spacing behind the last digit.
          textIndent: '0.18em',
          margin: 0,
        })}
      >
        {children}
      </Text>
    </Section>
  )
}
