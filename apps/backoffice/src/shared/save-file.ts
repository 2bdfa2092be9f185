/** Lets the browser store a file that a call returned, or the parts of one in their order. */
export function saveFile(
  { name, text }: { name: string; text: string | readonly string[] },
  type: string,
): void {
  const link = document.createElement('a')
  const parts = typeof text === 'string' ? [text] : [...text]
  link.href = URL.createObjectURL(new Blob(parts, { type: `${type};charset=utf-8` }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
