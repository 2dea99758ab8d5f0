"use client";
import { useFieldLabel } from "@/components/resource/form/field-label";

/** Labels of a user's fields, for forms, comparison and history. */
export const useUserLabel = () => useFieldLabel("users");

export const useInvitationLabel = () => useFieldLabel("users.invitations");
