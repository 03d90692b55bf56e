import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface PopoverProps {
  /** The panel's accessible name. */
  readonly label: string
  /** What the button shows, and its accessible name. */
  readonly face: ReactNode
  /** Where the panel stands below the top bar. */
  readonly align?: 'start' | 'end'
  /** The button's classes. */
  readonly className?: string
  /** The address of the screen: the panel closes when it changes. */
  readonly address: string
  /** The panel's content. It is rendered only while the panel is open. */
  readonly children: (close: () => void) => ReactNode
}

const aligned = { start: 'start-2', end: 'end-2' }

/**
 * A button that opens a panel below the top bar. Escape, a press elsewhere and another screen close it; Escape returns the focus. The
 * panel is positioned by the nearest positioned ancestor, which is the bar.
 */
export function Popover({ label, face, align = 'end', className = '', address, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const [knownAddress, setKnownAddress] = useState(address)
  if (knownAddress !== address) {
    setKnownAddress(address)
    setOpen(false)
  }
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = () => setOpen(false)

  useEffect(() => {
    if (!isOpen) return
    const listening = new AbortController()
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && [button, panel].some(({ current }) => current?.contains(target))
    const options = { signal: listening.signal }
    document.addEventListener('pointerdown', ({ target }) => isInside(target) || setOpen(false), options)
    document.addEventListener('focusin', ({ target }) => isInside(target) || setOpen(false), options)
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return
        setOpen(false)
        button.current?.focus()
      },
      options,
    )
    return () => listening.abort()
  }, [isOpen])

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={className}
        onClick={() => setOpen(!isOpen)}
      >
        {face}
      </button>
      {isOpen && (
        <div ref={panel} id={id} role="dialog" aria-label={label} className={`popover ${aligned[align]}`}>
          {children(close)}
        </div>
      )}
    </>
  )
}
