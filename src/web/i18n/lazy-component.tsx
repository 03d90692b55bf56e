import { Component, createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { loadPart } from './catalogs.ts'

/** A chunk failed to load: offline, or replaced by a newer version. */
export class NotLoaded extends Error {}

const againMs = 3000

interface LazyComponent<Props extends object> {
  (props: Props): ReactNode
  /** Never rejects: a failed load is reported when the component is shown. */
  readonly preload: () => Promise<unknown>
}

/**
 * A screen or dialog whose chunk, with its messages, is loaded when it is first shown or preloaded. The counter's own
 * parts load the counter's messages, all others those of the rest too.
 * A preloaded component is shown at once: after any suspense, React shows nothing for 300 ms. A failed load is retried
 * some seconds later; React's own `lazy` would keep the failure until the page is closed.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isOfCounter = false } = {},
): LazyComponent<Props> {
  const loadAll = async () => (await Promise.all([load(), loadPart('counter'), isOfCounter || loadPart('rest')]))[0]
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
  /** Shown if the component fails to load. */
  readonly instead: ReactNode
  readonly children: ReactNode
}

/** Keeps a failed dialog from taking the screen with it; retries some seconds later. */
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
