import { Failure } from '#web/api/http/failure.ts'
import { NotLoaded } from '#web/i18n/lazy-component.tsx'
import { Component, type ReactNode } from 'react'
import { FailureScreen } from './failure-screen.tsx'

/** A failed reading or loading is told on the screen; only what nobody expected belongs into the console. */
export function onCaughtError(error: unknown): void {
  if (!(error instanceof Failure || error instanceof NotLoaded)) console.error(error)
}

interface ScreenBoundaryProps {
  readonly children: ReactNode
}

interface ScreenBoundaryState {
  readonly failed: { readonly error: unknown } | undefined
}

/** The one place where a screen that cannot be shown is told of. Another `key` gives a fresh start. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { failed: undefined }

  static getDerivedStateFromError(error: unknown): Partial<ScreenBoundaryState> {
    return { failed: { error } }
  }

  /** Shows the screen anew, which reads anew what it could not read. */
  readonly retry = (): void => this.setState({ failed: undefined })

  override render(): ReactNode {
    const { failed } = this.state
    return failed ? <FailureScreen error={failed.error} onRetry={this.retry} /> : this.props.children
  }
}
