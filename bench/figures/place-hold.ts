/** Makes one hold from a new browser. Throws if it is not granted. */
export async function placeHold(
  url: string,
  { sessionId, typeId }: { sessionId: string; typeId: string },
): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cartId: '12345', sessionId, ticketTypeId: typeId, quantity: 1 }),
  })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`A hold was answered with ${answer.status}: ${text}`)
}
