interface ServiceTextProps {
  readonly children: string
  readonly className?: string
}

/** A text of the service, in its own direction: Arabic inside English, or a number inside Arabic, disturbs nothing. */
export const ServiceText = ({ children, className }: ServiceTextProps) => (
  <bdi dir="auto" className={className}>
    {children}
  </bdi>
)

/** Numbers, codes and times: they run from left to right in every language, each digit as wide as the next. */
export const Digits = ({ children, className = '' }: ServiceTextProps) => (
  <bdi dir="ltr" className={`tabular-nums ${className}`}>
    {children}
  </bdi>
)
