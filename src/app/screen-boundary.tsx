import { Component, type ReactNode } from 'react'
import { FailureScreen } from './failure-screen.tsx'

interface ScreenBoundaryProps {
  /** A change of it gives the screen a fresh start. */
  readonly address: string
  /** Forgets the failed readings, so that they are tried anew. */
  readonly onReset: () => void
  readonly children: ReactNode
}

interface ScreenBoundaryState {
  readonly failed: { readonly error: unknown } | undefined
  readonly address: string
}

/** The one place where a screen that cannot be shown is told of. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { failed: undefined, address: this.props.address }

  static getDerivedStateFromError(error: unknown): Partial<ScreenBoundaryState> {
    return { failed: { error } }
  }

  static getDerivedStateFromProps(props: ScreenBoundaryProps, state: ScreenBoundaryState): ScreenBoundaryState {
    return props.address === state.address ? state : { failed: undefined, address: props.address }
  }

  readonly retry = (): void => {
    this.props.onReset()
    this.setState({ failed: undefined })
  }

  override render(): ReactNode {
    const { failed } = this.state
    return failed ? <FailureScreen error={failed.error} onRetry={this.retry} /> : this.props.children
  }
}
