/** Placeholders without a target: shown, but not offered to keyboard or screen reader. */
const MARKS = [
  {
    name: 'camera',
    path: 'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.500H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.500zM12 8.25a3.75 3.75 0 1 0 0 7.5 3.75 3.75 0 0 0 0-7.500zM16.9 6.900v.2',
  },
  {
    name: 'letter',
    path: 'M14.5 21v-8h2.700l.5-3.200h-3.200V7.900c0-1 .4-1.7 1.8-1.700h1.500V3.300c-3.6-.7-6.3.6-6.3 4.100v2.400H8.800V13h2.700v8',
  },
  { name: 'cross', path: 'M4 4l16 16M20 4L4 20' },
]

export function SocialMarks() {
  return (
    <div aria-hidden="true" className="flex gap-5 text-muted">
      {MARKS.map(({ name, path }) => (
        <svg
          key={name}
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
          className="size-5"
        >
          <path d={path} />
        </svg>
      ))}
    </div>
  )
}
