"use client";
import { useFieldLabel } from "@/components/resource/form/field-label";

/** Names of a tenant's fields, for forms, comparison and history alike. */
export const useTenantLabel = () => useFieldLabel("tenants");
