import type { MouseEvent, ReactNode } from 'react'

/** Words of the description: paragraphs, with `code` and **bold**. */
export const Prose = ({ text }: { readonly text: string }) => (
  <>
    {text.split('\n\n').map((paragraph) => (
      <p key={paragraph}>{inline(paragraph)}</p>
    ))}
  </>
)

const marked = /(`[^`]+`|\*\*[^*]+\*\*)/

function inline(text: string): readonly ReactNode[] {
  return text.split(marked).map((part, place) => {
    const key = `${place} ${part}`
    if (part.startsWith('`')) return <InlineCode key={key}>{part.slice(1, -1)}</InlineCode>
    return part.startsWith('**') ? <strong key={key}>{part.slice(2, -2)}</strong> : part
  })
}

export const InlineCode = ({ children }: { readonly children: string }) => (
  <code className="rounded bg-sunken px-1 text-sm break-words">{children}</code>
)

interface JumpLinkProps {
  /** The id of an element on this page. */
  readonly to: string
  readonly className?: string
  readonly children: string
}

/** Leads to a place on this page. Not by the address, whose fragment is the screen's in the demo. */
export function JumpLink({ to, className = '', children }: JumpLinkProps) {
  function jump(event: MouseEvent) {
    event.preventDefault()
    document.getElementById(to)?.scrollIntoView()
  }
  return (
    <a href={`#${to}`} onClick={jump} className={`${className} underline`}>
      {children}
    </a>
  )
}
