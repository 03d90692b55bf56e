import encodeQR from 'qr'

interface QrCodeProps {
  readonly text: string
  /** What it is, for those who do not see it. */
  readonly label: string
}

/** Cameras want four modules of light around the code. */
const quiet = 4

/** A text as a QR code: dark on light in every theme, as cameras expect it. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quiet })
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-full rounded-sm"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
