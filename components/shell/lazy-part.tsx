"use client";
import { useTranslations } from "next-intl";
import { Component, type ComponentType, type FunctionComponent, type ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { type Loadable, lazyCode } from "@/components/ui/lazy-code";
import { connection, lookForServer } from "./connection";

interface LazyPart<Props> extends FunctionComponent<Props>, Loadable {
  /** Loads the code ahead; a failure is told once the part is wanted. */
  preload(): void;
}

/**
 * As {@link lazyCode}, for what is opened or comes later. Where its code cannot be loaded, such as without a connection, it says so
 * in its own place, instead of taking the view, or the workspace, and what was typed there with it; and it is loaded when
 * the server is back, or it is wanted again.
 */
export function lazyPart<Props extends object>(
  importPart: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  const Part = lazyCode<Props>(() =>
    importPart().catch((error: unknown) => {
      throw new MissingPart(error);
    }),
  );
  const { isReady, hasFailed, load } = Part;
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where its module is declared
  function LazyPart(props: Props) {
    return (
      <PartBoundary load={load}>
        <Part {...props} />
      </PartBoundary>
    );
  }
  const preload = () => {
    load().catch(() => {});
  };
  return Object.assign(LazyPart, { isReady, hasFailed, load, preload });
}

/** Its code did not come. Whether it comes at another attempt, which may be under way already, does not change that. */
class MissingPart extends Error {
  constructor(cause: unknown) {
    super("A part could not be loaded", { cause });
  }
}

interface BoundaryProps {
  load: () => Promise<void>;
  children: ReactNode;
}

class PartBoundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};
  private stop = () => {};
  private hasTried = false;

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidMount() {
    this.stop = connection.subscribe(({ isAway }) => !isAway && this.retry());
  }

  override componentWillUnmount() {
    this.stop();
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof MissingPart)) return;
    // What failed before this part was wanted is tried again; not while rendering, where each attempt would start the next.
    if (!this.hasTried) this.retry();
    else lookForServer();
    this.hasTried = true;
  }

  private retry() {
    if (this.state.error === undefined) return;
    this.props.load().catch(() => {}); // its place says it
    this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    // What goes wrong in the part itself is for the view to tell.
    if (!(error instanceof MissingPart)) throw error;
    return <Missing onRetry={() => this.retry()} />;
  }
}

function Missing({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("shell.part");
  const retry = useTranslations("common")("retry");
  return (
    <Alert
      tone="danger"
      title={t("missing")}
      className="m-2"
      action={
        <Button size="sm" onClick={onRetry}>
          {retry}
        </Button>
      }
    >
      <p className="text-muted">{t("hint")}</p>
    </Alert>
  );
}
