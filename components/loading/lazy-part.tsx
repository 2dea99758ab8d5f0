"use client";
import { useTranslations } from "next-intl";
import { Component, type ComponentType, type FunctionComponent, type ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { type Loadable, lazyCode } from "@/components/ui/lazy-code";
import { checkServer, connection } from "./connection";

interface LazyPart<Props> extends FunctionComponent<Props>, Loadable {
  /** Preloads the code; a failure is reported when the part is rendered. */
  preload(): void;
}

/**
 * Like {@link lazyCode}, for parts that open or appear later. If the code cannot be loaded, such as offline, only the part shows
 * an error instead of the whole view, so that input is kept. It retries when the server is back or the part is rendered again.
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
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part at module level
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

/** The code of a part could not be loaded, even if a later attempt succeeds. */
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
    this.stop = connection.subscribe(({ isUnreachable }) => !isUnreachable && this.retry());
  }

  override componentWillUnmount() {
    this.stop();
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof MissingPart)) return;
    // Retries a load that failed before rendering; not during rendering, where each attempt would start the next.
    if (!this.hasTried) this.retry();
    else checkServer();
    this.hasTried = true;
  }

  private retry() {
    if (this.state.error === undefined) return;
    this.props.load().catch(() => {}); // the part shows the failure
    this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    // Errors in the part itself are handled by the view.
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
