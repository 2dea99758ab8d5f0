// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { useForm } from "react-hook-form";
import { expect, onTestFinished, test, vi } from "vitest";
import { type SaveForm, useSaveForm } from "./save-form";

interface Person {
  name: string;
}

interface FormProps {
  save: () => Promise<void>;
  onRender: (form: SaveForm<Person>) => void;
}

function Form({ save, onRender }: FormProps) {
  const form = useForm<Person>({ defaultValues: { name: "Ada" } });
  onRender(useSaveForm({ form, save, onSaved: () => undefined }));
  return null;
}

function formThat(save: () => Promise<void>) {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  let form: SaveForm<Person> | undefined;
  const root = createRoot(document.createElement("div"));
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Form
          save={save}
          onRender={(now) => {
            form = now;
          }}
        />
      </QueryClientProvider>,
    ),
  );
  onTestFinished(() => {
    act(() => root.unmount());
    vi.unstubAllGlobals();
  });
  return () => {
    if (!form) throw new Error("Nothing was rendered");
    return form;
  };
}

test("[ER-02] a failed save is reported above the form, a cancelled one is not", async () => {
  let failure: Error = new Error("broken");
  const form = formThat(() => Promise.reject(failure));
  const submit = () => act(() => form().submit());
  expect(await submit()).toBe(false);
  expect(form()).toMatchObject({ problem: { kind: "other" }, saving: false });
  failure = new DOMException("", "AbortError");
  expect(await submit()).toBe(false);
  expect(form()).toMatchObject({ problem: undefined, saving: false });
});
