import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LinkedText } from './linked-text.tsx'

const linksIn = (text: string) =>
  [
    ...renderToStaticMarkup(<LinkedText text={text} />).matchAll(/<a href="([^"]*)"[^>]*>([^<]*)/g),
  ].map(([, href]) => href)

test.each([
  ['See https://band.example/tour.', ['https://band.example/tour']],
  [
    '(http://a.example), HTTPS://B.example/?q=1&r=2!',
    ['http://a.example', 'HTTPS://B.example/?q=1&amp;r=2'],
  ],
  ['https://wiki.example/Foo_(bar)', ['https://wiki.example/Foo_(bar)']],
  ['https://... and javascript:alert(1) and mail@example.com', []],
  ['"https://a.example/" <b>', ['https://a.example/']],
])('the web addresses of %s are links', (text, links) => {
  expect(linksIn(text)).toEqual(links)
})

test('what is no address is shown as it was written, escaped', () => {
  expect(renderToStaticMarkup(<LinkedText text="A & B <b> https://..." />)).toBe(
    'A &amp; B &lt;b&gt; https://...',
  )
})
