import type { ReactNode } from 'react'
import { Container, Head, Heading, Html, Link, Preview, Text } from 'react-email'
import type { MailBrand } from '../mail.ts'
import { Table } from './blocks.tsx'
import { darkRules, ThemeContext, themesOf, usePaint } from './paint.ts'
import { type } from './type.ts'

const LAYOUT =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  '@media (max-width:480px){.m-pad{padding-left:20px !important;padding-right:20px !important}' +
  '.m-title{font-size:29px !important;line-height:33px !important}' +
  '.m-stack{display:block !important;text-align:left !important;padding:0 0 2px !important}' +
  '.m-stack + .m-stack{padding-bottom:12px !important}' +
  '.m-code{width:220px !important;height:220px !important;margin-bottom:10px !important}' +
  '.m-wide{display:block !important;text-align:center !important}}'

interface PageProps {
  brand: MailBrand
  preview: string
  children: ReactNode
}

/** The layout of every mail: the organizer's name, the content, and the address for questions. */
export function Page({ brand, preview, children }: PageProps) {
  const themes = themesOf(brand.hue)
  return (
    <Html lang={brand.locale} dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{LAYOUT + darkRules(themes)}</style>
      </Head>
      <ThemeContext value={themes}>
        <Sheet brand={brand} preview={preview}>
          {children}
        </Sheet>
      </ThemeContext>
    </Html>
  )
}

function Sheet({ brand, preview, children }: PageProps) {
  const paint = usePaint()
  return (
    // The library's Body is not used: its cell covers the dark background with a light one, and its
    // language is always English.
    <body {...paint('page', { padding: 0, ...type.body })}>
      <Preview>{preview}</Preview>
      <Table {...paint('page')}>
        <tr>
          <td>
            <Container style={{ maxWidth: 600, width: '100%' }}>
              <Table>
                <tr>
                  <td className="m-pad" style={{ padding: '36px 32px 44px' }}>
                    <Brand name={brand.name} />
                    {children}
                    <Footer brand={brand} />
                  </td>
                </tr>
              </Table>
            </Container>
          </td>
        </tr>
      </Table>
    </body>
  )
}

/** A bar in the accent colour above the organizer's name. */
function Brand({ name }: { name: string }) {
  const paint = usePaint()
  return (
    <>
      <div data-skip-in-text="true" style={{ marginBottom: 10 }}>
        <div {...paint('action', { width: 36, height: 6, borderRadius: 3, fontSize: 0 })}>
          &nbsp;
        </div>
      </div>
      <Text {...paint('text', { ...type.body, fontWeight: 700, marginBottom: 36 })}>{name}</Text>
    </>
  )
}

function Footer({ brand }: { brand: MailBrand }) {
  const paint = usePaint()
  return (
    <div {...paint('rule', { borderTopWidth: 1, borderTopStyle: 'solid', marginTop: 44 })}>
      <Text {...paint('muted', { ...type.small, marginTop: 20 })}>
        {`${brand.name} · Questions? `}
        <Link
          {...paint('link', { textDecoration: 'underline' })}
          href={`mailto:${brand.supportEmail}`}
        >
          {brand.supportEmail}
        </Link>
      </Text>
    </div>
  )
}

/** The first text of the mail: one sentence, and the line below it. */
export function Title({ children, below }: { children: string; below?: string }) {
  const paint = usePaint()
  const { className, style } = paint('text', { ...type.title, overflowWrap: 'anywhere' })
  return (
    <>
      <Heading as="h1" className={`${className} m-title`} style={style}>
        {children}
      </Heading>
      {below && <Text {...paint('muted', { ...type.body, marginTop: 10 })}>{below}</Text>}
    </>
  )
}
