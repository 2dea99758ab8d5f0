"use client";
import { useFieldLabel } from "@/components/resource/form/field-label";

/** Names of a role's fields, for forms, comparison and history alike. */
export const useRoleLabel = () => useFieldLabel("roles");
