interface SkeletonProps {
  readonly className: string
}

/** The shape of something that is on its way. */
export const Skeleton = ({ className }: SkeletonProps) => (
  <div className={`${className} animate-pulse rounded bg-sunken`} aria-hidden="true" />
)
