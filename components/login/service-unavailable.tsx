"use client";

import { useEffect } from "react";
import type { PublicConfig } from "@/lib/installation/public-config";
import { Button } from "../ui/button";
import { LoginFrame } from "./login-frame";

const retrySeconds = 5;

interface ServiceUnavailableProps {
  config: PublicConfig;
  texts: { title: string; description: string; retry: string };
}

/** Replaces any page while the API is unreachable; retries automatically at the same address. */
export function ServiceUnavailable({ config, texts }: ServiceUnavailableProps) {
  useEffect(() => {
    const again = setTimeout(() => window.location.reload(), retrySeconds * 1000);
    return () => clearTimeout(again);
  }, []);
  return (
    <LoginFrame config={config}>
      <div role="status" className="flex flex-col items-start gap-3">
        <h1 className="font-semibold text-lg leading-6">{texts.title}</h1>
        <p className="text-muted">{texts.description}</p>
        <Button onClick={() => window.location.reload()}>{texts.retry}</Button>
      </div>
    </LoginFrame>
  );
}
