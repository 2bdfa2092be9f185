import type { TicketTypeView } from '@foyer/contract'
import { type ReactNode, useState } from 'react'

interface TypeTextProps {
  type: TicketTypeView
  /** Its price. */
  children: ReactNode
}

/** A type's picture, name and description, and what they cost below. */
export function TypeText({ type, children }: TypeTextProps) {
  return (
    <>
      {type.image_url && <TypePicture key={type.image_url} url={type.image_url} />}
      <div className="min-w-0 flex-1 basis-52">
        <h2 className="font-display text-lg leading-tight font-bold">{type.name}</h2>
        {type.description && (
          <p className="mt-1 max-w-prose text-sm text-muted">{type.description}</p>
        )}
        {children}
      </div>
    </>
  )
}

/** A picture that cannot be had leaves its place to the words: they say all that is needed. */
function TypePicture({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  return (
    <img
      src={url}
      alt=""
      width="64"
      height="64"
      loading="lazy"
      onError={() => setBroken(true)}
      className="size-16 shrink-0 rounded-md object-cover"
    />
  )
}
