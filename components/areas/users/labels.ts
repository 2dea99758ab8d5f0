"use client";
import { useFieldLabel } from "@/components/resource/form/field-label";

/** Names of a user's fields, for forms, comparison and history alike. */
export const useUserLabel = () => useFieldLabel("users");
