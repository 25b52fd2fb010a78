import { Component, type ReactNode } from 'react';
import { Button } from '../components/feedback/button';
import { EmptyState } from '../components/feedback/states';

/** The last net: a screen that broke says so and offers the way back, instead of a white page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main role="alert">
        <EmptyState title="This page stopped working" action={<Button onClick={() => location.reload()}>Load the page again</Button>}>
          Nothing you have sent is lost. Loading the page again helps in most cases, also after a new version has been put up.
        </EmptyState>
      </main>
    );
  }
}
