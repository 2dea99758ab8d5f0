"use client";
import { Component, type ReactNode } from "react";
import { Missing } from "./lazy-part";

/** Keeps an error within a part of a view, which can be tried again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <Missing onRetry={() => this.setState({ hasFailed: false })} />;
  }
}
