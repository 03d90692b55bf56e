import { useHerald } from './use-herald.ts'

/**
 * For whoever hears the screen instead of seeing it: new orders, what became of others, and the line. It is always
 * there, for a reader hears only what comes into a place that it knows.
 */
export const Herald = () => (
  <div aria-live="polite" className="no-print sr-only">
    {useHerald().map(({ id, text }) => (
      <p key={id}>{text}</p>
    ))}
  </div>
)
