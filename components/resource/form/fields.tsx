"use client";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import { Controller, get, useFormContext } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { FieldValue } from "../values/field-value";
import { useFormContextValue } from "./form-context";

interface FieldProps {
  name: string;
  required?: boolean;
  help?: ReactNode;
}

/** Shows a stored value as text with its label. */
export function ReadField({
  name,
  className,
  children,
}: {
  name: string;
  className?: string;
  children?: ReactNode;
}) {
  const { label, stored, isPartial } = useFormContextValue();
  const isMissing = isPartial && children === undefined && stored[name] === undefined;
  return (
    <dl className={cn("flex min-w-0 flex-col gap-0.5", inSidePanel, className)}>
      <dt className="text-muted text-xs">{label(name)}</dt>
      <dd className="min-h-5 break-words">
        {isMissing ? (
          <Skeleton className="my-0.5 h-4 w-32 max-w-full" />
        ) : (
          (children ?? <FieldValue name={name} value={stored[name]} />)
        )}
      </dd>
    </dl>
  );
}

/** There the label is beside the value, if there is room: fields are read in one narrow column. */
const inSidePanel =
  "in-data-side-panel:@min-xs:grid in-data-side-panel:@min-xs:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] in-data-side-panel:items-baseline in-data-side-panel:gap-x-3";

interface TextFieldProps extends FieldProps {
  type?: "text" | "email" | "password";
  autoComplete?: string;
  /** Number of rows of a text area: Enter inserts a line break, so only Ctrl/Cmd+Enter saves. */
  rows?: number;
  /** Marks the first field of a create view. */
  autoFocus?: boolean;
  /** Why this field cannot be changed; undefined if it can. */
  lockedReason?: string;
}

export function TextField({
  name,
  required,
  help,
  type = "text",
  rows,
  lockedReason,
  ...rest
}: TextFieldProps) {
  const { editing, label } = useFormContextValue();
  const { register, formState } = useFormContext();
  if (!editing) return <ReadField name={name} />;
  const { message: error } = (get(formState.errors, name) ?? {}) as { message?: string };
  return (
    <Field label={label(name)} required={required} help={lockedReason ?? help} error={error}>
      {type === "password" ? (
        <SecretInput {...rest} {...register(name)} name={name} />
      ) : rows === undefined ? (
        <Input
          type={type}
          autoComplete="off"
          // Read-only instead of disabled: it stays focusable and explains why.
          readOnly={lockedReason !== undefined}
          className={lockedReason === undefined ? undefined : "cursor-not-allowed text-muted"}
          {...rest}
          {...register(name)}
        />
      ) : (
        <Textarea rows={rows} {...rest} {...register(name)} />
      )}
    </Field>
  );
}

/** Input for another user's new password: browsers must neither fill in nor store it. */
function SecretInput(props: Omit<ComponentProps<typeof PasswordInput>, "labels"> & { name: string }) {
  return <PasswordInput autoComplete="new-password" labels={useSecretInput(props.name)} {...props} />;
}

/** Excludes a password from drafts; returns the labels of its input. */
export function useSecretInput(name: string) {
  const t = useTranslations("common");
  const { secret } = useFormContextValue();
  useEffect(() => secret?.(name), [secret, name]);
  return { show: t("showPassword"), hide: t("hidePassword") };
}

export function CheckboxField({ name, help }: Omit<FieldProps, "required">) {
  const { editing, label } = useFormContextValue();
  const { control } = useFormContext();
  if (!editing) return <ReadField name={name} />;
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange, ...field }, fieldState }) => (
        <div className="flex flex-col gap-1">
          <Checkbox
            label={label(name)}
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
            aria-invalid={fieldState.invalid || undefined}
            {...field}
          />
          {(fieldState.error ?? help) && (
            <p className={cn("pl-6 text-xs", fieldState.error ? "text-danger" : "text-muted")}>
              {fieldState.error?.message ?? help}
            </p>
          )}
        </div>
      )}
    />
  );
}

/** Places short fields side by side where space allows. */
export function FieldRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-4 in-data-side-panel:gap-2 not-in-data-side-panel:@lg:grid-cols-2">
      {children}
    </div>
  );
}
