import type { StoredPerson } from '@foyer/contract'

/** What the team itself wrote about an address, which an erasure leaves; nothing if it wrote none. */
export function OwnTexts({ ownTexts: { messages, rules } }: Pick<StoredPerson, 'ownTexts'>) {
  if (messages === 0 && rules === 0) return null
  const parts = [
    ...(messages > 0 ? [messages === 1 ? '1 mail to buyers' : `${messages} mails to buyers`] : []),
    ...(rules > 0 ? [rules === 1 ? '1 checkout rule' : `${rules} checkout rules`] : []),
  ]
  return (
    <p className="mt-2">
      The address is also in texts that your team wrote: {parts.join(' and ')}. An erasure leaves
      them. Mails that were sent stay as they are; change the rules if they should no longer name
      the person.
    </p>
  )
}
