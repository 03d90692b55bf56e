import { Failure } from '#web/api/http/failure.ts'
import { NotLoaded } from '#web/i18n/lazy-component.tsx'
import { Component, type ReactNode } from 'react'
import { FailureScreen } from './failure-screen.tsx'

/** Logs only unexpected errors. A failed read or load is shown on the screen. */
export function onCaughtError(error: unknown): void {
  if (!(error instanceof Failure || error instanceof NotLoaded)) console.error(error)
}

interface ScreenBoundaryProps {
  readonly children: ReactNode
}

interface ScreenBoundaryState {
  readonly failed: { readonly error: unknown } | undefined
}

/** Shows the failure of a screen that cannot be shown. A new `key` resets it. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { failed: undefined }

  static getDerivedStateFromError(error: unknown): Partial<ScreenBoundaryState> {
    return { failed: { error } }
  }

  /** Renders the screen again, which reads its data again. */
  readonly retry = (): void => this.setState({ failed: undefined })

  override render(): ReactNode {
    const { failed } = this.state
    return failed ? <FailureScreen error={failed.error} onRetry={this.retry} /> : this.props.children
  }
}
