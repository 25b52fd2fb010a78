import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** What to show instead; `retry` renders the children again. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  /** Another one renders the children again. */
  path?: string;
  children: ReactNode;
}

/** Shows something else where its children throw. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; hasFailed: boolean }> {
  override state = { error: null, hasFailed: false };

  static getDerivedStateFromError(error: unknown): { error: unknown; hasFailed: boolean } {
    return { error, hasFailed: true };
  }

  override componentDidUpdate({ path }: ErrorBoundaryProps): void {
    if (this.state.hasFailed && path !== this.props.path) this.retry();
  }

  private readonly retry = () => this.setState({ error: null, hasFailed: false });

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(this.state.error, this.retry) : this.props.children;
  }
}
