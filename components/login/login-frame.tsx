import type { ReactNode } from "react";
import { organisationOf } from "@/lib/installation/organisation";
import type { PublicConfig } from "@/lib/installation/public-config";
import { cn } from "../ui/cn";
import { EarlyInput } from "../ui/early-input";
import { Logo } from "../ui/logo";

interface LoginFrameProps {
  /** Names the organisation; by default product and tenant. */
  config: Pick<PublicConfig, "appTitle" | "prefix" | "tenant" | "appearance">;
  footer?: ReactNode;
  children: ReactNode;
}

/** Frame of all public pages: one card, the product name above, choices below. */
export function LoginFrame({ config, footer, children }: LoginFrameProps) {
  const { appTitle, tenant } = config;
  const { name, logo, darkLogo } = organisationOf(config);
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 py-8 [@media(max-height:560px)]:py-4">
      <title>{appTitle}</title>
      <main
        id="content"
        className="my-auto flex w-full max-w-[380px] flex-col gap-6 [@media(max-height:560px)]:gap-4"
      >
        <header className="flex flex-wrap items-center justify-center gap-3">
          <Logo src={logo} darkSrc={darkLogo} className="h-9 max-w-32 shrink-0" />
          <p
            className={cn(
              "wrap-anywhere min-w-0 text-balance font-semibold tracking-tight",
              name.length > 40 ? "text-lg leading-6" : "text-xl",
            )}
          >
            {name}
          </p>
          {tenant && tenant !== name && (
            <p className="wrap-anywhere min-w-0 rounded-xl border bg-surface px-2.5 py-0.5 font-medium text-muted text-xs">
              {tenant}
            </p>
          )}
        </header>
        <section
          className={cn(
            "relative overflow-hidden rounded-lg border bg-surface p-6 shadow-float sm:p-8",
            "[@media(max-height:560px)]:p-5",
          )}
        >
          {children}
        </section>
        <EarlyInput />
      </main>
      {footer && <footer className="mt-6 w-full max-w-[380px]">{footer}</footer>}
    </div>
  );
}
