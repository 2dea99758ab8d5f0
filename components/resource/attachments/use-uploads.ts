"use client";
import transliterate from "@sindresorhus/transliterate";
import { useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslatedFaults } from "@/components/resource/form/translated-faults";
import { ApiError } from "@/lib/client/api/error";
import { usePublicConfig } from "@/lib/client/public-config";
import { attachmentRules } from "@/lib/validation/attachment-files";
import { extensionOf, isFileSize, isFileType } from "@/lib/validation/files";
import { isFileName } from "@/lib/validation/rules";
import type { Upload, UploadRules } from "./background-uploads";
import { createUploadBatch } from "./upload-batch";

const maxNameLength = 255;

/** Serbian letters that the library does not transliterate. */
const serbian: [string, string][] = Object.entries({ ђ: "dj", ћ: "c", џ: "dz", Ђ: "Dj", Ћ: "C", Џ: "Dz" });

/**
 * Returns the name without extension, transliterated to the letters allowed in attachment names: `Łódź` becomes `Lodz`, `Пећ`
 * becomes `Pec`.
 */
export function nameOfUpload({ name }: Pick<File, "name">): string {
  const extension = extensionOf(name);
  const own = (extension ? name.slice(0, -extension.length - 1) : name).normalize("NFC");
  const allowed = [...own].map((letter) => {
    if (isFileName(letter)) return letter;
    const plain = transliterate(letter, { customReplacements: serbian });
    return plain !== "" && isFileName(plain) ? plain : "_";
  });
  return allowed.join("").slice(0, maxNameLength).trim();
}

/** Returns why a file cannot be attached; undefined if it can. */
export function useFileProblem() {
  const t = useTranslations("validation");
  const { attachmentMegabytes: megabytes } = usePublicConfig();
  return (file: File): string | undefined => {
    const { types } = attachmentRules;
    if (!isFileType(file, types)) return t("fileType", { types: types.join(", ") });
    if (!isFileSize(file, megabytes)) return t("fileSize", { fileSize: megabytes });
    return file.size === 0 ? t("emptyFile") : undefined;
  };
}

/** Validation of files and names, before sending and by the response. */
function useUploadProblems() {
  const t = useTranslations("validation");
  const common = useTranslations("common");
  const { translate } = useTranslatedFaults();
  const fileProblem = useFileProblem();

  const nameProblem = (name: string): string | undefined => {
    if (name.trim() === "") return t("required");
    if (name.trim().length > maxNameLength) return t("maxLength", { max: maxNameLength });
    return isFileName(name) ? undefined : t("fileName");
  };
  const problemsIn = (error: unknown): Pick<Upload, "problem" | "nameProblem"> => {
    if (!(error instanceof ApiError)) return { problem: common("errorOccurred") };
    const texts = (isName: boolean) =>
      error.fieldErrors
        .filter(({ propertyName }) => (propertyName.toLowerCase() === "filename") === isName)
        .map(({ errorMessage, broken }) => (broken && translate(broken)) || errorMessage)
        .join(" ") || undefined;
    const [name, other] = [texts(true), texts(false)];
    return {
      nameProblem: name,
      problem: other ?? (name ? undefined : error.said || common("errorOccurred")),
    };
  };
  return { fileProblem, nameProblem, problemsIn };
}

/** Uploads of a form, which go on in the tray when it is closed or hidden. */
export function useUploads(onStored?: UploadRules["onStored"]) {
  const rules = useUploadProblems();
  const [batch] = useState(createUploadBatch);
  batch.setRules({ ...rules, nameOf: nameOfUpload, onStored });
  const uploads = useSyncExternalStore(batch.subscribe, batch.uploads, batch.uploads);
  useEffect(() => batch.watch(), [batch]);
  const { add, rename, remove, cancel, send, isWatched } = batch;
  return {
    ...{ uploads, add, rename, remove, cancel, isWatched },
    isSending: uploads.some(({ state }) => state === "sending"),
    /** @returns the ids of all attachments, or undefined if some are missing */
    sendAll: () => send(),
  };
}
