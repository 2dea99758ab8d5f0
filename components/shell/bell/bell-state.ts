import { createStore } from "zustand/vanilla";

/** State of this window, never set on servers. Separate from the bell, so that views can open it. */
export const bellState = createStore(() => ({ isOpen: false }));

export const setBellOpen = (isOpen: boolean) => bellState.setState({ isOpen });
