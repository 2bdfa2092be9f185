/** A sample picture for the ticket card; the storefront draws the real posters. */
export function SamplePoster() {
  return (
    <svg
      viewBox="0 0 400 150"
      aria-hidden="true"
      className="block w-full"
      preserveAspectRatio="xMidYMid slice"
    >
      <rect width="400" height="150" fill="oklch(0.33 0.09 300)" />
      {[52, 90, 128, 104, 70, 118, 86, 136, 60, 98].map((height, index) => (
        <rect
          key={height}
          x={index * 40 + 8}
          y={150 - height}
          width="24"
          height={height}
          fill={index % 3 === 1 ? 'oklch(0.79 0.165 75)' : 'oklch(0.5 0.13 320)'}
        />
      ))}
    </svg>
  )
}
