import { expect, test } from 'vitest'
import { html } from './html.ts'

test('values are escaped in every position', () => {
  const name = `<script>alert("1")</script> & 'co'`
  expect(html`<p title="${name}">${name}</p>`.markup).toBe(
    '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39;</p>',
  )
})

test('markup made by this template is not escaped, also in lists', () => {
  const rows = ['a', '<b>'].map((cell) => html`<td>${cell}</td>`)
  expect(html`<tr>${rows}</tr>`.markup).toBe('<tr><td>a</td><td>&lt;b&gt;</td></tr>')
})

test('an absent value leaves nothing, and 0 is not absent', () => {
  expect(html`[${null}${undefined}${false}${0}]`.markup).toBe('[0]')
})
