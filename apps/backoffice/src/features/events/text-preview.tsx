import { paragraphsOf, typographic } from '@foyer/domain'

/** A long text as buyers read it: paragraphs, with the quotation marks of print. */
export function TextPreview({ text }: { text: string }) {
  const paragraphs = paragraphsOf(text.replaceAll('\r\n', '\n'))
  return (
    <section aria-label="Preview" className="min-w-0 rounded-md bg-surface px-5 py-4">
      <h3 className="mb-2 text-xs font-semibold text-muted">As buyers read it</h3>
      {paragraphs.length === 0 ? (
        <p className="text-sm text-muted">Nothing yet.</p>
      ) : (
        <div className="flex max-w-prose flex-col gap-3">
          {paragraphs.map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its position
            <p key={index} className="break-words whitespace-pre-line">
              {typographic(paragraph)}
            </p>
          ))}
        </div>
      )}
    </section>
  )
}
