"use client";
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from "react";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import type * as z from "zod";
import { rememberFocus } from "@/components/ui/view-focus";
import type { CallOptions } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import { type Draft, fitted } from "@/lib/client/drafts/draft";
import { isSameValue } from "@/lib/client/same-value";
import { useTab } from "@/lib/client/tabs";
import { DraftBanner } from "./draft-banner";
import { FormContextProvider } from "./form-context";
import { KeptForm } from "./kept-form";
import { useSchemaResolver } from "./resolver";
import { useSaveForm } from "./save-form";
import { SectionCard } from "./section-card";
import { useDraft } from "./use-draft";

interface CreateFormProps<Values extends FieldValues> {
  title: string;
  description?: ReactNode;
  schema: z.ZodType;
  initial: Values;
  label: (name: string) => string;
  /** Returns the id of the new record. The options make a retry idempotent. */
  create: (values: Values, options: CallOptions) => Promise<string>;
  /** Success message, such as "Role created: Accounting". */
  created: (values: Values) => string;
  /** Replaces the create tab by the tab of the record (TB-08). */
  onCreated: (id: string) => void | Promise<void>;
  submitLabel: string;
  children: ReactNode;
}

const section = "create";

/** Form of a create view: always editable, and marked as unsaved after the first input. */
export function CreateForm<Values extends FieldValues>(props: CreateFormProps<Values>) {
  const { title, description, schema, initial, label, submitLabel, children } = props;
  const tab = useTab();
  const titleId = useId();
  const form = useForm<Values>({
    resolver: useSchemaResolver<Values>(schema),
    defaultValues: initial as DefaultValues<Values>,
    shouldFocusError: false,
  });
  const { draft, saving } = useCreate(form, props);
  const fieldsBox = useInertWhileBusy<HTMLDivElement>(saving.saving);

  const firstField = () => fieldsBox.current?.querySelector<HTMLElement>("input:not([type=file]), textarea");
  useInitialFocus(firstField);
  // The banner is removed together with its focus.
  const focusFirst = () => firstField()?.focus();
  const restore = async (kept: Draft) => {
    if (await draft.adopt(kept)) form.reset(fitted(initial, kept.values), { keepDefaultValues: true });
    focusFirst();
  };
  const discard = async (kept: Draft) => {
    await draft.discard(kept);
    focusFirst();
  };
  const { offered } = draft;
  const shouldOffer = offered && !isSameValue(fitted(initial, offered.values), initial);

  return (
    <SectionCard title={title} titleId={titleId} description={description}>
      {shouldOffer && (
        <DraftBanner
          key={offered.id}
          draft={offered}
          stored={initial}
          label={label}
          onRestore={restore}
          onDiscard={discard}
        />
      )}
      <KeptForm
        form={form}
        label={title}
        saving={saving}
        draft={draft}
        submitLabel={submitLabel}
        onCancel={tab.close}
      >
        <FormContextProvider value={{ editing: true, label, stored: initial, secret: draft.secret }}>
          <div ref={fieldsBox} className="flex flex-col gap-4">
            {children}
          </div>
        </FormContextProvider>
      </KeptForm>
    </SectionCard>
  );
}

/** Moves the initial focus of the view to a field (SH-11). */
export function useInitialFocus(find: () => HTMLElement | null | undefined): void {
  const isDone = useRef(false);
  useEffect(() => {
    const field = find();
    const view = field?.closest<HTMLElement>("#content > [role=tabpanel]");
    // Effects run again when the tab is shown again; its focus is restored elsewhere.
    if (isDone.current || !field || !view) return;
    isDone.current = true;
    rememberFocus(view, field);
    // The code of the form arrived after the view was focused.
    if (document.activeElement === view) field.focus({ preventScroll: true });
  });
}

/** Saves the new record once; until then the tab guards the input and a draft stores it. */
function useCreate<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { title, label, initial, create, created, onCreated }: CreateFormProps<Values>,
) {
  const tab = useTab();
  const { isDirty } = form.formState;
  const draft = useDraft({ section, title, label });
  const saving = useSaveForm<Values, string>({
    form,
    save: async (values) => {
      try {
        return await create(values, { idempotencyKey: draft.attempt() });
      } catch (error) {
        // The key belongs to an attempt with another password, which drafts do not store: retry under a new key.
        if (error instanceof ApiError && error.code === "idempotencyKeyReused")
          return create(values, { idempotencyKey: draft.newAttempt() });
        throw error;
      }
    },
    successMessage: created,
    onSaved: async (id) => {
      draft.end();
      tab.setHighlighted(false);
      tab.guard(undefined);
      await onCreated(id);
    },
  });
  const latest = useRef({ submit: saving.submit, end: draft.end });
  latest.current = { submit: saving.submit, end: draft.end };

  // No clean-up: it would run when the tab is hidden, while the input must stay guarded.
  const { setHighlighted, guard } = tab;
  useEffect(() => {
    setHighlighted(isDirty);
    guard(isDirty ? { save: () => latest.current.submit(), discard: () => latest.current.end() } : undefined);
  }, [isDirty, setHighlighted, guard]);

  const start = useRef(initial);
  const { changed } = draft;
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => changed({ values, base: start.current }),
      }),
    [form, changed],
  );
  return { draft, saving };
}

/**
 * Returns a ref for a box that is inert while `busy`, since input typed then would not be saved; restores the focus afterwards.
 */
function useInertWhileBusy<Box extends HTMLElement>(busy: boolean): RefObject<Box | null> {
  const box = useRef<Box>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!busy || !element) return;
    const focused = document.activeElement;
    element.inert = true;
    return () => {
      element.inert = false;
      const free = document.activeElement === document.body;
      if (free && focused instanceof HTMLElement && element.contains(focused)) focused.focus();
    };
  }, [busy]);
  return box;
}
