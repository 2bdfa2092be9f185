interface RowNameProps {
  name: string
  /** Null: nothing may be changed, so the name is text. */
  onEdit: (() => void) | null | undefined
}

/** The name of what a row is about, which opens its form. */
export const RowName = ({ name, onEdit }: RowNameProps) =>
  onEdit ? (
    <button type="button" onClick={onEdit} className="link text-start font-semibold break-words">
      {name}
    </button>
  ) : (
    <span className="font-semibold break-words">{name}</span>
  )
