import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

interface Box {
  /** Inside of its padding, in pixels; 0 until it is measured. */
  readonly width: number
  readonly height: number
  /** A hundredth of the screen's shorter side, in pixels. */
  readonly hundredth: number
}

const hundredthOf = () => Math.min(innerWidth, innerHeight) / 100

/** Measures an element, and again whenever its size changes. */
export function useBox(): readonly [RefObject<HTMLDivElement | null>, Box] {
  const element = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<Box>({ width: 0, height: 0, hundredth: 8 })
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setBox({ width: current.clientWidth, height: current.clientHeight, hundredth: hundredthOf() })
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(current)
    return () => watch.disconnect()
  }, [])
  return [element, box]
}
