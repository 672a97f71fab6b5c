/** Keeps a fault of one part of the page in that part: the others go on, and this one says what happened. */
import { Component, type ReactNode } from 'react';

export interface BoundaryProps {
  /** When this changes the part is tried again: what it could not show may be gone. */
  resetKey: unknown;
  fallback: (error: Error) => ReactNode;
  children: ReactNode;
}

interface State {
  error: Error | null;
  resetKey: unknown;
}

export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { error: null, resetKey };
  }

  override render(): ReactNode {
    return this.state.error ? this.props.fallback(this.state.error) : this.props.children;
  }
}
