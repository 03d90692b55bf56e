import { useEffect, useState, type RefObject } from 'react'

const told = new WeakMap<Element, (isSeen: boolean) => void>()
/** One for all of them; where there is none, all counts as seen. */
const observer =
  typeof IntersectionObserver === 'undefined'
    ? undefined
    : new IntersectionObserver((changes) => {
        for (const { target, isIntersecting } of changes) told.get(target)?.(isIntersecting)
      })

/** Whether something is in sight, and not scrolled away. */
export function useIsSeen(ref: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(true)
  useEffect(() => {
    const element = ref.current
    if (!element || !observer) return
    told.set(element, setSeen)
    observer.observe(element)
    return () => observer.unobserve(element)
  }, [ref])
  return isSeen
}
