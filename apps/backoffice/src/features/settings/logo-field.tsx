import { LOGO_UPLOAD_BYTES, staffApi } from '@foyer/contract'
import { Button, buttonStyle, cx } from '@foyer/ui'
import { CircleAlert } from '@foyer/ui/icons'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'

interface LogoFieldProps {
  id: string
  organizer: string
  /** The file of the logo that is chosen. */
  file: string | null
  problem: string | undefined
  onChange: (file: string | null) => void
}

/** Uploads a logo at once, so that the preview shows it; the shop uses it when the form is saved. */
export function LogoField({ id, organizer, file, problem, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: async (picked: File) => {
      if (picked.size > LOGO_UPLOAD_BYTES) throw new TooHeavy()
      return callOf(organizer)(staffApi.uploadLogo, { file: picked })
    },
    onSuccess: (logo) => onChange(logo.file),
  })
  const failure =
    upload.error instanceof TooHeavy
      ? 'The file of a logo has at most 10 MB. Save the picture smaller.'
      : upload.isError
        ? failureText(upload.error)
        : problem
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <span className="grid h-16 min-w-24 place-items-center rounded-md border border-edge bg-raised px-4">
          {file === null ? (
            <span className="text-sm text-muted">No logo</span>
          ) : (
            <img
              src={`/${organizer}/logos/${file}`}
              alt="The logo"
              className="max-h-10 max-w-40 object-contain"
            />
          )}
        </span>
        <label
          className={cx(
            buttonStyle('quiet'),
            'has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:text-faint',
          )}
        >
          {upload.isPending ? 'Uploading…' : file === null ? 'Upload a logo' : 'Replace the logo'}
          <input
            ref={input}
            id={id}
            type="file"
            accept="image/svg+xml,image/png,image/jpeg,image/webp,image/avif,image/gif,image/tiff"
            aria-describedby={`${id}-about`}
            className="sr-only"
            onChange={({ currentTarget }) => {
              const [picked] = currentTarget.files ?? []
              if (picked) upload.mutate(picked)
              // The same file may be chosen again after a correction.
              currentTarget.value = ''
            }}
          />
        </label>
        {file !== null && (
          <Button
            onClick={() => {
              upload.reset()
              onChange(null)
            }}
          >
            Remove
          </Button>
        )}
      </div>
      <p id={`${id}-about`} className="text-sm text-muted">
        SVG up to 256 kB, or a picture (PNG, JPEG, WebP …), which is made as small as pages need. An
        SVG may only draw: no scripts, no pictures of other sites.
      </p>
      <p role="alert" className="text-sm font-medium text-danger-text empty:hidden">
        {failure && (
          <span className="flex items-start gap-1.5">
            <CircleAlert className="mt-[0.2em] size-4 shrink-0" aria-hidden="true" />
            {failure}
          </span>
        )}
      </p>
    </div>
  )
}

class TooHeavy extends Error {}
