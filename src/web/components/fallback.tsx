import { Component, Suspense, type ReactNode } from 'react'

interface FallbackProps {
  /** Stands in where the rest could not be loaded. */
  readonly instead: ReactNode
  readonly children: ReactNode
}

/** Keeps a part that could not be loaded from taking the screen with it; some seconds later it is tried again. */
export class Fallback extends Component<FallbackProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    setTimeout(() => this.setState({ hasFailed: false }), 5000)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.instead : <Suspense>{this.props.children}</Suspense>
  }
}
