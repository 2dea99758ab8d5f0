import { createStore } from "zustand/vanilla";

/** Of this window; servers never open one. Apart from the bell, so that views can open it. */
export const bellState = createStore(() => ({ isOpen: false }));

export const setBellOpen = (isOpen: boolean) => bellState.setState({ isOpen });
