/** Our own pairs of colours for a status; each stands in theme.css. */
export const tones = ['good', 'amber', 'red', 'accent'] as const
export type Tone = (typeof tones)[number]

/** unspecified: the roles. These are what design systems commonly call them. */
const words: Readonly<Record<Tone, readonly string[]>> = {
  good: ['success', 'successful', 'positive', 'good', 'ok', 'confirmed', 'green'],
  amber: ['warning', 'warn', 'caution', 'attention', 'notice', 'amber', 'orange', 'yellow'],
  red: ['danger', 'dangerous', 'error', 'negative', 'critical', 'destructive', 'failure', 'failed', 'alert', 'red'],
  accent: ['info', 'information', 'informational', 'informative', 'accent', 'blue'],
}

/** Our pair for a role of the service's colours, such as `success` or `text-danger`; nothing where it names none. */
export function toneOf(role: unknown): Tone | undefined {
  if (typeof role !== 'string') return undefined
  const parts = role
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return tones.find((tone) => words[tone].some((word) => parts.includes(word)))
}
