import { createStore } from "zustand/vanilla";

type Opened = "palette" | "keys";

/** Of this window; servers never open one. */
export const paletteState = createStore<{ open?: Opened; typed: string }>(() => ({ typed: "" }));

/** Opens one of them, or closes both. */
export const openPalette = (open?: Opened) => paletteState.setState({ open, typed: "" });
