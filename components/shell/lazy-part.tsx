"use client";
import { useTranslations } from "next-intl";
import {
  Component,
  type ComponentType,
  createElement,
  type FunctionComponent,
  type ReactNode,
  use,
} from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { connection, lookForServer } from "./connection";

interface LazyPart<Props> extends FunctionComponent<Props> {
  /** Loads the code ahead; a failure is told once the part is wanted. */
  preload(): void;
}

/**
 * As React's `lazy`, for what is opened or comes later. Where its code cannot be loaded, such as without a connection, it says so
 * in its own place, instead of taking the view, or the workspace, and what was typed there with it; and it is loaded when
 * the server is back, or it is wanted again.
 */
export function lazyPart<Props extends object>(
  importPart: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let failed = false;

  const load = () => {
    failed = false;
    loading = importPart().then(
      (module) => {
        Part = module.default;
      },
      (error: unknown) => {
        failed = true;
        throw new MissingPart(error);
      },
    );
    return loading;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where its module is declared
  function Loaded(props: Props) {
    if (!Part) use(loading ?? load());
    return Part && createElement(Part, props);
  }
  // biome-ignore lint/correctness/noComponentHookFactories: as above
  function LazyPart(props: Props) {
    return (
      <PartBoundary load={load}>
        <Loaded {...props} />
      </PartBoundary>
    );
  }
  const preload = () => {
    if (!loading || failed) load().catch(() => {});
  };
  return Object.assign(LazyPart, { preload });
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
