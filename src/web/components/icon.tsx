const shapes = {
  orders: 'M5 4h14v16l-3.5-2-3.5 2-3.5-2L5 20zM8.5 9h7M8.5 13h5',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 9h.01',
  warning: 'M12 4 2.5 20h19zM12 10v4.5M12 17.5h.01',
  back: 'M15 5l-7 7 7 7',
} as const

interface DrawingProps {
  /** A path in a square of 24. */
  readonly path: string
  readonly className?: string | undefined
}

/** A decorative line drawing, hidden from screen readers. */
export const Drawing = ({ path, className = 'size-6' }: DrawingProps) => (
  <svg
    viewBox="0 0 24 24"
    className={className}
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)

interface IconProps {
  readonly name: keyof typeof shapes
  readonly className?: string
}

/** The drawings of the first screens. */
export const Icon = ({ name, className }: IconProps) => <Drawing path={shapes[name]} className={className} />
