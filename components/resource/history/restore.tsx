"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { call } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import type { Endpoint } from "@/lib/contract/endpoint";
import { invalidateAreas } from "../list/invalidate";
import { type AskInPart, useAskInPart } from "./ask-in-part";

export interface RestoreCall {
  endpoint: Endpoint;
  input: object;
  /** Names of the record's fields. */
  label?: (name: string) => string;
}

/**
 * Makes the call, and repeats it if the user accepts a partial restore; field errors are reported as text, since there is no
 * form.
 * @throws {ApiError}
 */
export async function restore(
  { endpoint, input, label = (name) => name }: RestoreCall,
  askInPart: AskInPart,
): Promise<void> {
  try {
    await call(endpoint, input as never);
  } catch (error) {
    if (error instanceof ApiError && error.code === "restoredInPart") {
      if (!(await askInPart(error))) throw new DOMException("", "AbortError");
      await call(endpoint, { ...input, query: { isProceed: true } } as never);
      return;
    }
    if (!(error instanceof ApiError) || error.fieldErrors.length === 0) throw error;
    const { status, code, title, fieldErrors, requestId } = error;
    const faults = fieldErrors.map(
      ({ propertyName, errorMessage }) => `${label(propertyName)}: ${errorMessage}`,
    );
    throw new ApiError({ status, code, title, requestId, message: faults.join("\n") }, error.failedCall);
  }
}

interface RestoreButtonProps extends RestoreCall, Omit<ButtonProps, "icon" | "children" | "onClick"> {
  /** Texts of the button and the success message. */
  texts: { restore: string; restored: string };
}

/** Restores a deleted record or an earlier state (HI-03). */
export default function RestoreButton({ texts, endpoint, input, label, ...button }: RestoreButtonProps) {
  const client = useQueryClient();
  const askInPart = useAskInPart();
  const { mutate, isPending } = useMutation({
    meta: { successMessage: texts.restored },
    mutationFn: () => restore({ endpoint, input, label }, askInPart),
    onSuccess: () => invalidateAreas(client, endpoint.affects ?? []),
  });
  return (
    <Button icon={<RotateCcw />} loading={isPending} {...button} onClick={() => mutate()}>
      {texts.restore}
    </Button>
  );
}
