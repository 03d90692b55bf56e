import { Component, createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { loadRest } from './catalogs.ts'

/** A part of the page that could not be had: without a network, or because a newer version has taken its place. */
export class NotLoaded extends Error {}

const againMs = 3000

interface LazyComponent<Props extends object> {
  (props: Props): ReactNode
  /** Never rejects: what cannot be had is told of when it is shown. */
  readonly preload: () => Promise<unknown>
}

/**
 * A screen or a dialog whose file comes when it is first shown, or when it is preloaded, together with its
 * sentences, unless it is of the counter, whose sentences are there.
 * What is preloaded is shown at once: after a wait, however short, React shows nothing for 300 ms. A load that failed is
 * tried again some seconds later, where React's own `lazy` would keep the failure for as long as the page is open.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isOfCounter = false } = {},
): LazyComponent<Props> {
  const loadAll = async () => (await Promise.all([load(), isOfCounter || loadRest()]))[0]
  let loaded: ComponentType<Props> | undefined
  const begin = () =>
    lazy(async () => {
      try {
        loaded = await loadAll()
        return { default: loaded }
      } catch {
        setTimeout(() => (waiting = begin()), againMs)
        throw new NotLoaded()
      }
    })
  let waiting: ComponentType<Props> = begin()
  function Shown(props: Props) {
    const [shown] = useState<ComponentType<Props> | undefined>(() => loaded)
    return createElement(shown ?? waiting, props)
  }
  return Object.assign(Shown, {
    preload: () =>
      loadAll()
        .then((component) => (loaded = component))
        .catch(() => undefined),
  })
}

interface LoadBoundaryProps {
  /** Stands in where the rest could not be loaded. */
  readonly instead: ReactNode
  readonly children: ReactNode
}

/** Keeps a dialog that could not be loaded from taking the screen with it; some seconds later it is tried again. */
export class LoadBoundary extends Component<LoadBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    setTimeout(() => this.setState({ hasFailed: false }), againMs + 2000)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.instead : <Suspense>{this.props.children}</Suspense>
  }
}
