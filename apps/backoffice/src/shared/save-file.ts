/** Lets the browser store a file that a call returned, or the pieces of one in their order. */
export function saveFile(name: string, pieces: BlobPart[], type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(pieces, { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
