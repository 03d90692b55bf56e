/** The first letters of up to two words of a name, in any script. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u)
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase() ?? '')
    .join('')
}

/** A person's initials in a circle. The name beside it, or the label around it, tells who it is. */
export const Avatar = ({
  name,
  className = 'size-9 text-sm',
}: {
  readonly name: string
  readonly className?: string
}) => (
  <span
    aria-hidden="true"
    className={`grid shrink-0 place-items-center rounded-full bg-accent-tint font-semibold text-accent ${className}`}
  >
    <bdi>{initialsOf(name)}</bdi>
  </span>
)
