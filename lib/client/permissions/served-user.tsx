"use client";
import { createContext } from "react";
import type { CurrentUser } from "../../contract/user";

/** The user as known to the server when it rendered the page. */
export const ServedUserContext = createContext<CurrentUser | undefined>(undefined);
export const ServedUserProvider = ServedUserContext.Provider;
