import type { ReactNode } from 'react'
import { Link } from 'react-router'

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

/** Leads to a place on this page, which the address then names. */
export const JumpLink = ({ to, className = '', children }: JumpLinkProps) => (
  <Link to={{ hash: `#${to}` }} className={`${className} underline`}>
    {children}
  </Link>
)

/** The id of the list of operations. */
export const contents = 'operations'

export const ToContents = () => (
  <JumpLink to={contents} className="no-print inline-flex min-h-12 items-center text-sm">
    All operations
  </JumpLink>
)
